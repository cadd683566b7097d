/** A server-sent event: its id is the cursor behind it. One without data only moves the cursor on. */
export interface SentEvent {
  readonly id: string | undefined
  readonly data: string | undefined
}

/** Takes what has arrived so far apart; what is not whole yet is the rest. */
export function sentEvents(text: string): {
  readonly events: readonly SentEvent[]
  readonly rest: string
} {
  const parts = text.split('\n\n')
  const rest = parts.pop() ?? ''
  return { events: parts.map(sentEvent), rest }
}

function sentEvent(part: string): SentEvent {
  const lines = part.split('\n')
  const valuesOf = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1).trimStart()] : []))
  const data = valuesOf('data')
  return { id: valuesOf('id').at(-1), data: data.length > 0 ? data.join('\n') : undefined }
}
