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
                request.append(self._given(entry))  # expect: TLP202
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
