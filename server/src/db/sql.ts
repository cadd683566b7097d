import type { Db } from './database.ts'

/** What a statement answered. */
export interface Rows {
  readonly rows: readonly unknown[]
  /** How many rows it changed or answered. */
  readonly count: number
}

/**
 * A piece of SQL with its parameters. Pieces can contain pieces; every other value becomes a parameter, so that
 * nothing a caller sends is ever read as SQL.
 */
export class Sql {
  readonly texts: readonly string[]
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }

  /** The statement as PostgreSQL takes it, with $1, $2, … in the places of the parameters. */
  get text(): string {
    let text = this.texts[0] ?? ''
    for (let at = 1; at < this.texts.length; at += 1) text += `$${at}${this.texts[at]}`
    return text
  }

  async execute(db: Db): Promise<Rows> {
    const { rows, rowCount } = await db.query(this.text, this.values as unknown[])
    return { rows, count: rowCount ?? 0 }
  }
}

export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  const texts: string[] = [strings[0] ?? '']
  const values: unknown[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at]
    if (part instanceof Sql) splice(texts, values, part)
    else {
      values.push(part)
      texts.push('')
    }
    texts[texts.length - 1] += strings[at + 1] ?? ''
  }
  return new Sql(texts, values)
}

/** Appends a piece with its parameters. */
function splice(texts: string[], values: unknown[], piece: Sql): void {
  texts[texts.length - 1] += piece.texts[0] ?? ''
  for (let at = 0; at < piece.values.length; at += 1) {
    values.push(piece.values[at])
    texts.push(piece.texts[at + 1] ?? '')
  }
}

/** Text of our own as it is: names of columns and tables, never anything that came from outside. */
sql.raw = (text: string): Sql => new Sql([text], [])

/** Pieces, or values, with something between them. */
sql.join = (parts: readonly unknown[], separator: Sql): Sql => {
  const texts: string[] = ['']
  const values: unknown[] = []
  parts.forEach((part, at) => {
    if (at > 0) splice(texts, values, separator)
    splice(texts, values, part instanceof Sql ? part : sql`${part}`)
  })
  return new Sql(texts, values)
}
