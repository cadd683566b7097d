import type { Line } from './peer-hub.ts'

/** The pipe between two processes, of which Node has one for each process that it forks. */
interface Pipe {
  send(message: object): void
  onMessage(listener: (message: unknown) => void): void
}

type Sent<Message> =
  | { readonly about: Message; readonly question?: number }
  | { readonly answers: number; readonly value?: unknown; readonly failed?: string }

interface Waiting {
  resolve(answer: unknown): void
  reject(error: Error): void
}

export interface Channel<Message> extends Line<Message> {
  /** The other side has ended: whoever waits for an answer gets none. */
  close(): void
}

/** Questions, answers and news between two processes. `handle` answers what the other side asks. */
export function openChannel<Ours, Theirs>(pipe: Pipe, handle: (message: Theirs) => unknown): Channel<Ours> {
  const waiting = new Map<number, Waiting>()
  let questions = 0
  let isClosed = false

  async function answer(message: Theirs, question: number | undefined): Promise<void> {
    try {
      const value = await handle(message)
      if (question !== undefined) pipe.send({ answers: question, value })
    } catch (error) {
      // News is about what is looked at again within seconds anyway.
      const failed = error instanceof Error ? error.message : String(error)
      if (question !== undefined) pipe.send({ answers: question, failed })
    }
  }

  pipe.onMessage((message) => {
    // Only our own code is at the other end.
    const sent = message as Sent<Theirs>
    if ('about' in sent) {
      void answer(sent.about, sent.question)
      return
    }
    const asker = waiting.get(sent.answers)
    waiting.delete(sent.answers)
    if (sent.failed === undefined) asker?.resolve(sent.value)
    else asker?.reject(new Error(sent.failed))
  })

  return {
    ask: (about) =>
      new Promise((resolve, reject) => {
        if (isClosed) return resolve(undefined)
        questions += 1
        waiting.set(questions, { resolve, reject })
        pipe.send({ about, question: questions } satisfies Sent<Ours>)
      }),
    tell: (about) => pipe.send({ about } satisfies Sent<Ours>),
    close() {
      isClosed = true
      for (const { resolve } of waiting.values()) resolve(undefined)
      waiting.clear()
    },
  }
}
