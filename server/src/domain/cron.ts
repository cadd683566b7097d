/** When something runs: five fields, such as `30 2 * * MON-FRI`, in the time of some time zone. */
export interface Cron {
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  readonly daysOfMonth: ReadonlySet<number>
  readonly months: ReadonlySet<number>
  /** 0 is Sunday. */
  readonly daysOfWeek: ReadonlySet<number>
  /** Both kinds of days are restricted: a day of either kind is enough. */
  readonly isEitherDay: boolean
}

/** What is wrong with a schedule, one sentence for each fault. */
export interface CronFaults {
  readonly faults: readonly string[]
}

/** Reads a schedule, or says everything that is wrong with it. */
export function readCron(text: string): Cron | CronFaults {
  const parts = text.trim().split(/\s+/).filter(Boolean)
  if (parts.length !== fields.length)
    return {
      faults: [
        `A schedule has five fields (minute, hour, day of the month, month, day of the week), for example 30 2 * * *: ${text.trim()}.`,
      ],
    }
  const read = fields.map((field, at) => readField(field, parts[at] ?? ''))
  const faults = read.flatMap((field) => field.faults)
  if (faults.length > 0) return { faults }
  const [minutes = [], hours = [], daysOfMonth = [], months = [], daysOfWeek = []] = read.map(({ values }) =>
    [...new Set(values)].sort((a, b) => a - b),
  )
  return {
    minutes,
    hours,
    daysOfMonth: new Set(daysOfMonth),
    months: new Set(months),
    daysOfWeek: new Set(daysOfWeek.map((day) => day % 7)),
    isEitherDay: !parts[2]?.startsWith('*') && !parts[4]?.startsWith('*'),
  }
}

/** What is wrong with a schedule as one text, or nothing if it is valid. */
export function cronFault(text: string): string | undefined {
  const cron = readCron(text)
  return 'faults' in cron ? cron.faults.join(' ') : undefined
}

interface Field {
  readonly name: string
  readonly from: number
  readonly to: number
  /** The names of its values, of which the first one stands for `from`. */
  readonly names?: readonly string[]
}

const fields: readonly Field[] = [
  { name: 'minute', from: 0, to: 59 },
  { name: 'hour', from: 0, to: 23 },
  { name: 'day of the month', from: 1, to: 31 },
  {
    name: 'month',
    from: 1,
    to: 12,
    names: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  },
  // Sunday is 0 and 7.
  { name: 'day of the week', from: 0, to: 7, names: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] },
]

interface FieldValues {
  readonly values: readonly number[]
  readonly faults: readonly string[]
}

function readField(field: Field, text: string): FieldValues {
  const parts = text.split(',').map((part) => readPart(field, part))
  return {
    values: parts.flatMap(({ values }) => values),
    faults: parts.flatMap(({ faults }) => faults),
  }
}

const refused = (fault: string): FieldValues => ({ values: [], faults: [`${fault}.`] })

/** One part of a list: `*`, a value or a range, and perhaps a step. */
function readPart(field: Field, part: string): FieldValues {
  const { name } = field
  const [span = '', step, ...more] = part.split('/')
  if (part === '' || span === '' || step === '' || more.length > 0)
    return refused(
      `The ${name} must be *, a value, a range such as ${exampleRange(field)}, or a list: ${part}`,
    )
  const range = readSpan(field, span)
  if ('faults' in range) return range
  if (step === undefined) return { values: valuesFrom(range, 1), faults: [] }
  if (range.isSingle) return refused(`A step of the ${name} needs * or a range before it: ${part}`)
  const size = wholeNumber(step)
  if (size === undefined || size < 1 || size > field.to)
    return refused(`The step of the ${name} must be from 1 to ${field.to}: ${part}`)
  return { values: valuesFrom(range, size), faults: [] }
}

interface Span {
  readonly from: number
  readonly to: number
  readonly isSingle: boolean
}

function readSpan(field: Field, text: string): Span | FieldValues {
  // 7 is Sunday again.
  if (text === '*') return { from: field.from, to: field.to === 7 ? 6 : field.to, isSingle: false }
  const ends = text.split('-')
  const values = ends.map((end) => valueIn(field, end))
  const [first, last] = [values[0], values.at(-1)]
  if (ends.length > 2 || first === undefined || last === undefined) {
    const wrong = ends.length > 2 ? text : ends[values.indexOf(undefined)]
    return refused(`The ${field.name} must be ${allowed(field)}: ${wrong || text}`)
  }
  // A range up to Sunday, such as FRI-SUN.
  const to = field.to === 7 && last === 0 && first > 0 ? 7 : last
  if (first > to) return refused(`A range of the ${field.name} must begin with its lower value: ${text}`)
  return { from: first, to, isSingle: ends.length === 1 }
}

function valuesFrom({ from, to }: Span, step: number): number[] {
  const values: number[] = []
  for (let value = from; value <= to; value += step) values.push(value)
  return values
}

function valueIn({ from, to, names }: Field, text: string): number | undefined {
  const named = names?.indexOf(text.toUpperCase()) ?? -1
  if (named >= 0) return from + named
  const value = wholeNumber(text)
  return value !== undefined && value >= from && value <= to ? value : undefined
}

const wholeNumber = (text: string): number | undefined => (/^\d{1,4}$/.test(text) ? Number(text) : undefined)

const allowed = ({ from, to, names }: Field) =>
  `from ${from} to ${to}${names ? `, or from ${names[0]} to ${names.at(-1)}` : ''}`

const exampleRange = ({ from, to }: Field) => `${from}-${Math.min(from + 4, to)}`
