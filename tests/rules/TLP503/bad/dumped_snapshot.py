import anthropic


class Stopped(Exception):
    pass


class Runner:
    def __init__(self, client: anthropic.Anthropic, store):
        self.client, self.store = client, store

    def run(self, request, stop):
        with self.client.messages.stream(**request) as stream:
            try:
                for event in stream:
                    if stop.is_set():
                        raise Stopped
                    self.store.event(event)
            except Stopped:
                blocks = [block.model_dump() for block in stream.current_message_snapshot.content]
                self.store.add({"role": "assistant", "content": blocks})  # expect: TLP503
                return False
            self.store.add({"role": "assistant", "content": stream.get_final_message().content})
        return True
