/** What a process of the service tells the others, or asks them. */
export type PeerMessage =
  /** A transaction was committed for an administrator. */
  | { readonly kind: 'written'; readonly tenantId: number; readonly hasEvents: boolean }
  /** A change of disbursements was applied. */
  | { readonly kind: 'disbursements'; readonly tenantId: number }
  /** What somebody may do has changed. */
  | { readonly kind: 'rights' }
  /** The clock of the sandbox was set. */
  | { readonly kind: 'clock' }
  /** The figures of each process for the metrics. */
  | { readonly kind: 'metrics' }
  /** Lets nobody in until `open`, and answers when nobody is inside. */
  | { readonly kind: 'close' }
  | { readonly kind: 'open' }

export type PeerKind = PeerMessage['kind']
export type PeerMessageOf<Kind extends PeerKind> = Extract<PeerMessage, { readonly kind: Kind }>

/** How many requests of a caller a process may count by itself. */
export interface Allowance {
  /** The second of the clock that it is for. */
  readonly second: number
  readonly granted: number
  /** What the caller has left in that second, in all processes. */
  readonly left: number
}

/** The other processes of this service on the same machine and port (BULWARK_WORKERS). */
export interface Peers {
  /** How many processes share the limits of the service, this one included. */
  readonly count: number
  /** Tells the others, and waits for nothing. */
  tell(message: PeerMessage): void
  /** What the others answer, when all of them have. One that ends meanwhile answers nothing. */
  ask(message: PeerMessage): Promise<readonly unknown[]>
  /** Says what this process does when another one tells or asks this. */
  on<Kind extends PeerKind>(kind: Kind, handle: (message: PeerMessageOf<Kind>) => unknown): void
  /** Does the work while the others let nobody in. One process at a time. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  /** Asks for a part of what a caller may still send in this second. */
  allow(key: string, wanted: number): Promise<Allowance>
}
