// The fields of an event's data: what each may hold, as JSON Schema says it.

/** A field of the data of an event. All fields of a type are always there; what has no value is null. */
export interface Field<Value> {
  /** As JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>
  accepts(value: unknown): boolean
  /** Only for the compiler. */
  readonly value?: Value
}

export type Fields = Readonly<Record<string, Field<unknown>>>

/** The data that fields make. */
export type DataOf<All extends Fields> = {
  readonly [Name in keyof All]: All[Name] extends Field<infer Value> ? Value : never
}

export const integer: Field<number> = {
  schema: { type: 'integer' },
  accepts: (value) => Number.isSafeInteger(value),
}

/** An amount in dollars, with two decimals at most. */
export const money: Field<number> = {
  schema: { type: 'number', multipleOf: 0.01 },
  accepts: (value) => typeof value === 'number' && /^-?\d+(?:\.\d{1,2})?$/.test(String(value)),
}

export const text: Field<string> = {
  schema: { type: 'string' },
  accepts: (value) => typeof value === 'string',
}

export const uuid: Field<string> = {
  schema: { type: 'string', format: 'uuid' },
  accepts: (value) =>
    typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
}

/** A calendar date. */
export const date: Field<string> = {
  schema: { type: 'string', format: 'date' },
  accepts: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
}

export const flag: Field<boolean> = {
  schema: { type: 'boolean' },
  accepts: (value) => typeof value === 'boolean',
}

/** A text that is one of a closed list. */
export const oneOf = <const Value extends string>(values: readonly Value[]): Field<Value> => ({
  schema: { type: 'string', enum: values },
  accepts: (value) => values.some((one) => one === value),
})

export const listOf = <Value>(field: Field<Value>): Field<readonly Value[]> => ({
  schema: { type: 'array', items: field.schema },
  accepts: (value) => Array.isArray(value) && value.every((item) => field.accepts(item)),
})

export const orNull = <Value>(field: Field<Value>): Field<Value | null> => ({
  schema: { ...field.schema, type: [field.schema.type, 'null'] },
  accepts: (value) => value === null || field.accepts(value),
})
