class Provider:
    """Stored turns of our own to messages of the API, kind by kind."""

    def wire(self, stored):
        request = []
        for entry in stored:
            if entry.kind == 'asked':
                request.append({'role': 'user', 'content': entry.text})
            elif entry.kind == 'turn':
                request.append({'role': 'assistant', 'content': entry.blocks})
            else:
                # what a tool gave
                converted = self._given(entry)
                last = request[-1] if request else {}
                if (
                    last.get('role') == 'user'
                    and isinstance(last['content'], list)
                    and any(block.get('type') == 'tool_result' for block in last['content'])
                ):
                    last['content'].extend(converted['content'])
                else:
                    request.append(converted)
        return request

    def _given(self, entry):
        block = {
            'type': 'tool_result',
            'tool_use_id': entry.call_id,
            'content': entry.text,
        }
        if entry.failed:
            block['is_error'] = True
        return {'role': 'user', 'content': [block]}

    def send(self, client, stored, tools):
        return client.messages.create(model='claude-opus-4-5', max_tokens=900, messages=self.wire(stored), tools=tools)
