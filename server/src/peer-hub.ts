import type { PeerKind, PeerMessage, Peers } from './db/peers.ts'
import { rateAllowances } from './http/limits.ts'

/** What a process asks the hub, or tells it. */
export type HubMessage =
  /** What the others answer to this. */
  | { readonly kind: 'others'; readonly message: PeerMessage }
  /** Something to tell the others, without an answer. */
  | { readonly kind: 'news'; readonly message: PeerMessage }
  | { readonly kind: 'allow'; readonly key: string; readonly wanted: number }
  /** Waits for the turn to be alone, which lasts until `together`. */
  | { readonly kind: 'alone'; readonly turn: number }
  | { readonly kind: 'together'; readonly turn: number }

/** A way to the other side: a process for the hub, and the hub for a process. */
export interface Line<Message> {
  /** The answer. Nothing if the other side ends before it has answered. */
  ask(message: Message): Promise<unknown>
  tell(message: Message): void
}

type Member = Line<PeerMessage>

/** What the processes of a service have in common: it passes on what they tell each other, and shares out what is limited. */
export interface Hub {
  join(member: Member): void
  leave(member: Member): void
  answer(member: Member, message: HubMessage): unknown
}

export function openHub(limits: { readonly rateLimit: number; readonly processes: number }): Hub {
  const members = new Set<Member>()
  const allow = rateAllowances(limits.rateLimit, limits.processes)
  /** How to end the turns that a member has or waits for. */
  const turns = new Map<Member, Map<number, () => void>>()
  let lastTurn: Promise<unknown> = Promise.resolve()

  const othersThan = (member: Member) => [...members].filter((each) => each !== member)

  async function askOthers(member: Member, message: PeerMessage): Promise<unknown[]> {
    const answers = await Promise.all(othersThan(member).map((other) => other.ask(message)))
    return answers.filter((answer) => answer !== undefined)
  }

  function tellOthers(member: Member, message: PeerMessage): void {
    for (const other of othersThan(member)) other.tell(message)
  }

  function takeTurn(member: Member, turn: number): Promise<unknown> {
    const own = turns.get(member) ?? new Map<number, () => void>()
    turns.set(member, own)
    const ended = new Promise<void>((resolve) => own.set(turn, resolve))
    const granted = lastTurn.then(() => askOthers(member, { kind: 'close' }))
    const over = granted.then(
      () => ended,
      () => undefined,
    )
    lastTurn = over.then(() => tellOthers(member, { kind: 'open' }))
    return granted
  }

  function endTurn(member: Member, turn: number): void {
    turns.get(member)?.get(turn)?.()
    turns.get(member)?.delete(turn)
  }

  return {
    join(member) {
      members.add(member)
    },
    leave(member) {
      members.delete(member)
      for (const turn of turns.get(member)?.keys() ?? []) endTurn(member, turn)
      turns.delete(member)
    },
    answer(member, message) {
      switch (message.kind) {
        case 'others':
          return askOthers(member, message.message)
        case 'news':
          return tellOthers(member, message.message)
        case 'allow':
          return allow(message.key, message.wanted)
        case 'alone':
          return takeTurn(member, message.turn).then(() => true)
        case 'together':
          return endTurn(member, message.turn)
      }
    },
  }
}

/** The peers of a process that has a line to the hub. `handle` takes what comes from there. */
export function openPeers(
  count: number,
  hub: Line<HubMessage>,
): { readonly peers: Peers; handle(message: PeerMessage): unknown } {
  const handlers = new Map<PeerKind, (message: PeerMessage) => unknown>()
  let turns = 0
  const peers: Peers = {
    count,
    tell: (message) => hub.tell({ kind: 'news', message }),
    // The hub answers with a list, unless it has ended.
    ask: async (message) => ((await hub.ask({ kind: 'others', message })) ?? []) as readonly unknown[],
    // A handler gets the messages of its own kind only.
    on: (kind, handle) => handlers.set(kind, handle as (message: PeerMessage) => unknown),
    async alone(work) {
      turns += 1
      const turn = turns
      try {
        await hub.ask({ kind: 'alone', turn })
        return await work()
      } finally {
        hub.tell({ kind: 'together', turn })
      }
    },
    async allow(key, wanted) {
      const answer = await hub.ask({ kind: 'allow', key, wanted })
      return answer as Awaited<ReturnType<Peers['allow']>>
    },
  }
  return { peers, handle: (message) => handlers.get(message.kind)?.(message) }
}
