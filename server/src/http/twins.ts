import { z } from 'zod'
import type { Db, Tx } from '../db/database.ts'
import type { Acting, Caller } from './caller.ts'
import { parameterNames, type Route, route } from './route.ts'
import type { FilterValues, ListSpec, ReadSpec, WriteSpec } from './route-specs.ts'
import type { Filters, ListQuery } from './search.ts'

/**
 * Some operations come in two versions: v1 finds its record by id and lists as a plain array; v2 finds it by id, number
 * or code and lists as PagedResult. Both are declared once here, with what differs as data.
 */
export interface TwinPath<Target> {
  /** `/contracts/{contractId}`: its one parameter is the id. */
  readonly v1: string
  /** `/v2/contracts/{identifier}` */
  readonly v2: string
  /** How v2 names the record, for its summary: `its id or number`. */
  readonly identifiedBy: string
  /** Absent: any text. */
  readonly identifier?: z.ZodType<string, string>
  /** What the operation is about: the id itself, or the record. 404 where the caller sees none. */
  byId(db: Db, caller: Caller, id: number): Target | Promise<Target>
  byIdentifier(db: Db, caller: Caller, identifier: string): Promise<Target>
}

/** The same record, further down: `below(contract, '/cancelrequests')`. */
export const below = <Target>(path: TwinPath<Target>, rest: string): TwinPath<Target> => ({
  ...path,
  v1: `${path.v1}${rest}`,
  v2: `${path.v2}${rest}`,
})

type NoParams = Record<never, never>
type NoQuery = z.ZodObject<Record<never, never>>
type Given = 'path' | 'params' | 'successor' | 'form' | 'handler' | 'list' | 'current' | 'recorded'

/** What v2 says otherwise than v1. */
interface Differs {
  readonly v2?: { readonly summary?: string; readonly description?: string; readonly location?: string }
}

interface ReadTwins<Target, Query extends z.ZodObject, Answer extends z.ZodType>
  extends Omit<ReadSpec<string, NoParams, Query, Answer>, Given>,
    Differs {
  handler(
    context: Acting & { readonly db: Db; readonly query: z.output<Query> },
    target: Target,
  ): Promise<z.input<Answer>>
}

interface ListTwins<Target, Row extends z.ZodObject, Declares extends Filters>
  extends Omit<ListSpec<string, NoParams, Row, Declares>, Given>,
    Differs {
  list(
    context: Acting & { readonly db: Db; readonly query: FilterValues<Declares> },
    target: Target,
  ): ListQuery<z.input<Row>> | Promise<ListQuery<z.input<Row>>>
}

type WriteTwinContext<Query extends z.ZodObject, Body extends z.ZodType> = Acting & {
  readonly tx: Tx
  readonly query: z.output<Query>
  readonly body: z.output<Body>
}

interface WriteTwins<Target, Query extends z.ZodObject, Body extends z.ZodType, Answer extends z.ZodType>
  extends Omit<WriteSpec<string, NoParams, Query, Body, Answer>, Given>,
    Differs {
  current?(context: WriteTwinContext<Query, Body>, target: Target): Promise<z.input<Answer>>
  recorded?(context: WriteTwinContext<Query, Body>, target: Target): Promise<unknown>
  handler(context: WriteTwinContext<Query, Body>, target: Target): Promise<z.input<Answer>>
}

export const twins = {
  read<Target, Answer extends z.ZodType, Query extends z.ZodObject = NoQuery>(
    path: TwinPath<Target>,
    { handler, v2, ...shared }: ReadTwins<Target, Query, Answer>,
  ): Route[] {
    return versions(path, shared.summary, v2).map(({ targetIn, ...version }) =>
      route.read({
        ...shared,
        ...version,
        handler: async (context) => handler(context as never, await targetIn(context.db, context)),
      }),
    )
  },

  list<Target, Row extends z.ZodObject, Declares extends Filters>(
    path: TwinPath<Target>,
    { list, v2, ...shared }: ListTwins<Target, Row, Declares>,
  ): Route[] {
    return versions(path, shared.summary, v2).map(({ targetIn, ...version }, index) =>
      route.list({
        ...shared,
        ...version,
        form: index === 0 ? 'array' : 'wrapped',
        list: async (context) => list(context as never, await targetIn(context.db, context)),
      }),
    )
  },

  /** A list that is not about one record. */
  rootList<Row extends z.ZodObject, Declares extends Filters>(
    path: { readonly v1: string; readonly v2: string },
    spec: Omit<ListSpec<string, NoParams, Row, Declares>, 'path' | 'params' | 'successor' | 'form'>,
  ): Route[] {
    return [
      route.list({ ...spec, path: path.v1, successor: path.v2, form: 'array' }),
      route.list({ ...spec, path: path.v2, form: 'wrapped' }),
    ]
  },

  write<Target, Body extends z.ZodType, Answer extends z.ZodType, Query extends z.ZodObject = NoQuery>(
    path: TwinPath<Target>,
    { handler, current, recorded, v2, ...shared }: WriteTwins<Target, Query, Body, Answer>,
  ): Route[] {
    return versions(path, shared.summary, v2).map(({ targetIn, ...version }) => {
      const about =
        <Answered>(run: (context: WriteTwinContext<Query, Body>, target: Target) => Promise<Answered>) =>
        async (context: object & { readonly tx: Tx; readonly caller: Caller }) =>
          run(context as never, await targetIn(context.tx, context as never))
      return route.write({
        ...shared,
        ...version,
        ...(current ? { current: about(current) } : {}),
        ...(recorded ? { recorded: about(recorded) } : {}),
        handler: about(handler),
      } as never)
    })
  },
}

interface Version<Target> {
  readonly path: string
  readonly params: Readonly<Record<string, z.ZodType<string, string>>>
  readonly summary: string
  readonly successor?: string
  readonly description?: string
  readonly location?: string
  targetIn(db: Db, context: { readonly caller: Caller; readonly params: object }): Target | Promise<Target>
}

const anyText = z.string()

function versions<Target>(
  path: TwinPath<Target>,
  summary: string,
  v2: Differs['v2'],
): readonly Version<Target>[] {
  const [id = '', ...more] = parameterNames(path.v1)
  if (more.length > 0) throw new Error(`${path.v1} has more than one parameter.`)
  return [
    {
      path: path.v1,
      params: {},
      summary,
      successor: path.v2.replace('{identifier}', `{${id}}`),
      targetIn: (db, { caller, params }) =>
        path.byId(db, caller, (params as Record<string, number>)[id] ?? 0),
    },
    {
      path: path.v2,
      params: { identifier: path.identifier ?? anyText },
      summary: `${summary} by ${path.identifiedBy}`,
      ...v2,
      targetIn: (db, { caller, params }) =>
        path.byIdentifier(db, caller, (params as { identifier: string }).identifier),
    },
  ]
}
