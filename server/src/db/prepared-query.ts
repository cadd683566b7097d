import pg from 'pg'

/** What `pg` has and does not declare. Its version is pinned. */
interface Wire {
  describe(target: { type: 'P'; name: string }): void
}
interface RowLayout {
  fields: readonly unknown[]
  _parsers: readonly unknown[] | undefined
  _prebuiltEmptyResultObject: object | null
}
interface QueryOfPg {
  name: string
  _result: RowLayout
  _accumulateRows: boolean
  prepare(connection: Wire): void
  handleCommandComplete(message: unknown, connection: Wire): void
}

export interface NamedStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}
export type Callback = (error: Error | undefined, result: pg.QueryResult) => void

const BaseQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback: Callback,
) => QueryOfPg

/** What is known of a connection: the row layouts of its statements by name, and the same connection without Describe. */
interface KnownConnection {
  readonly layouts: Map<string, RowLayout>
  readonly withoutDescribe: Wire
}
const known = new WeakMap<Wire, KnownConnection>()

/**
 * A named statement that asks PostgreSQL only once per connection what its rows look like. `pg` asks at every call, and
 * works out the parsers again. The layout cannot change while the name lives: PostgreSQL refuses to run a prepared
 * statement whose columns changed (`0A000`), and then every statement gets a new name.
 */
export class PreparedQuery extends BaseQuery {
  constructor({ name, text, values }: NamedStatement, callback: Callback) {
    // Given as one object, `pg` would copy it property by property, which costs more than the rest.
    super(text, values, callback)
    this.name = name
  }

  override prepare(connection: Wire): void {
    const { layouts, withoutDescribe } = known.get(connection) ?? {}
    const layout = layouts?.get(this.name)
    if (layout) {
      this._result.fields = layout.fields
      this._result._parsers = layout._parsers
      this._result._prebuiltEmptyResultObject = layout._prebuiltEmptyResultObject
      this._accumulateRows = true
    }
    super.prepare(layout && withoutDescribe ? withoutDescribe : connection)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    rememberLayout(connection, this.name, this._result)
    super.handleCommandComplete(message, connection)
  }
}

function rememberLayout(connection: Wire, name: string, layout: RowLayout): void {
  const found = known.get(connection)
  if (found?.layouts.has(name)) return
  const { fields, _parsers, _prebuiltEmptyResultObject } = layout
  const layouts = found?.layouts ?? new Map<string, RowLayout>()
  layouts.set(name, { fields, _parsers, _prebuiltEmptyResultObject })
  const nothing = { value: () => undefined }
  if (!found)
    known.set(connection, { layouts, withoutDescribe: Object.create(connection, { describe: nothing }) })
}
