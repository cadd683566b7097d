// Reads a NACHA file of credits and debits by the published rules: fixed columns, counted from 1. It shares nothing with
// the program that writes such files.

export interface NachaEntry {
  readonly transactionCode: string
  readonly routingNumber: string
  readonly accountNumber: string
  readonly cents: number
  readonly individualId: string
  readonly name: string
  readonly trace: string
  readonly addenda: string | undefined
}

export interface NachaBatch {
  readonly serviceClass: string
  readonly secCode: string
  readonly effectiveEntryDate: string
  readonly entries: readonly NachaEntry[]
}

export interface NachaFile {
  readonly destination: string
  readonly origin: string
  readonly madeOn: string
  readonly modifier: string
  readonly batches: readonly NachaBatch[]
  /** Everything that is against the rules. */
  readonly faults: readonly string[]
}

const CREDITS = ['22', '23', '32', '33']
const DEBITS = ['27', '28', '37', '38']
const PRENOTES = ['23', '28', '33', '38']

/** The sum of an entry hash keeps ten digits. */
const lastTen = (sum: bigint) => sum % 10_000_000_000n

/** The digits of a routing number weigh 3, 7 and 1 in turn. */
function isRouting(number: string): boolean {
  if (!/^\d{9}$/.test(number)) return false
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = [...number].map(Number)
  return (3 * (a + d + g) + 7 * (b + e + h) + (c + f + i)) % 10 === 0
}

function isDay(digits: string): boolean {
  if (!/^\d{6}$/.test(digits)) return false
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
  const date = new Date(`20${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
}

interface Sums {
  records: number
  hash: bigint
  debit: bigint
  credit: bigint
}
const zero = (): Sums => ({ records: 0, hash: 0n, debit: 0n, credit: 0n })

interface OpenBatch extends NachaBatch {
  readonly entries: NachaEntry[]
  readonly companyId: string
  readonly odfi: string
  readonly number: number
  readonly sums: Sums
}

/** Reads all of a file and lists what is wrong with it. */
export function readNacha(text: string): NachaFile {
  const faults: string[] = []
  const must = (holds: boolean, what: string) => {
    if (!holds) faults.push(what)
  }
  must(text.endsWith('\n') && !text.includes('\r'), 'every record ends with a line feed')
  const lines = text.split('\n').slice(0, -1)
  must(
    lines.length > 0 && lines.length % 10 === 0,
    `there are ${lines.length} records, not whole blocks of ten`,
  )
  lines.forEach((line, at) => {
    must(line.length === 94, `record ${at + 1} has ${line.length} characters`)
    must(/^[A-Z0-9.,\-&/ #$()']*$/.test(line), `record ${at + 1} has characters that banks do not accept`)
  })
  const end = lines.findIndex((line, at) => at > 0 && line.startsWith('9'))
  must(end > 0, 'there is no file control')
  const filler = lines.slice(end + 1)
  must(
    filler.length < 10 && filler.every((line) => /^9{94}$/.test(line)),
    'only lines of nines fill the last block',
  )

  /** Columns `from` to `to` of a record, counted from 1, both included. */
  const columns = (line: string, from: number, to: number) => line.slice(from - 1, to)
  const number = (line: string, from: number, to: number) => {
    const field = columns(line, from, to)
    must(/^\d+$/.test(field), `columns ${from}-${to} of "${line}" are no number`)
    return BigInt(/^\d+$/.test(field) ? field : '0')
  }

  const header = lines[0] ?? ''
  const destination = columns(header, 5, 13)
  must(columns(header, 1, 4) === '101 ', 'the file header begins with 101 and a blank')
  must(isRouting(destination), 'the destination is a routing number')
  must(columns(header, 14, 23).trim().length > 0, 'the origin is filled')
  must(isDay(columns(header, 24, 29)), 'the file has a date')
  must(/^([01]\d|2[0-3])[0-5]\d$/.test(columns(header, 30, 33)), 'the file has a time')
  must(/^[A-Z0-9]$/.test(columns(header, 34, 34)), 'the modifier is a letter or digit')
  must(columns(header, 35, 40) === '094101', 'record size 094, blocking 10, format 1')
  must(
    columns(header, 41, 63).trim() !== '' && columns(header, 64, 86).trim() !== '',
    'both names are filled',
  )

  const file = zero()
  const batches: OpenBatch[] = []
  let batch: OpenBatch | undefined
  let lastTrace = ''

  const begin = (line: string) => {
    must(!batch, 'a batch ends before the next begins')
    batch = {
      serviceClass: columns(line, 2, 4),
      companyId: columns(line, 41, 50),
      secCode: columns(line, 51, 53),
      effectiveEntryDate: columns(line, 70, 75),
      odfi: columns(line, 80, 87),
      number: Number(number(line, 88, 94)),
      ...{ entries: [], sums: zero() },
    }
    must(['220', '225'].includes(batch.serviceClass), 'a batch has credits (220) or debits (225)')
    must(['CCD', 'PPD'].includes(batch.secCode), 'the kind of entries is CCD or PPD')
    must(columns(line, 5, 20).trim() !== '' && batch.companyId.trim() !== '', 'the company is named')
    must(columns(line, 54, 63).trim() !== '', 'the entries are described')
    must(isDay(columns(line, 64, 69)) && isDay(batch.effectiveEntryDate), 'the batch has its dates')
    must(columns(line, 76, 78) === '   ' && columns(line, 79, 79) === '1', 'settlement is blank, status is 1')
    must(batch.odfi === destination.slice(0, 8), 'the batch comes from the bank that gets the file')
    must(batch.number === batches.length + 1, 'batches are numbered from 1')
  }

  const readEntry = (line: string, next: string) => {
    if (!batch) return must(false, 'every entry is in a batch')
    const code = columns(line, 2, 3)
    const amount = number(line, 30, 39)
    const isCredit = CREDITS.includes(code)
    must(isCredit || DEBITS.includes(code), `the transaction code ${code} is known`)
    must(batch.serviceClass === (isCredit ? '220' : '225'), 'credits and debits are in their own batches')
    must(PRENOTES.includes(code) === (amount === 0n), 'a prenote, and nothing else, has no amount')
    const routingNumber = columns(line, 4, 12)
    must(isRouting(routingNumber), `the routing number ${routingNumber} is valid`)
    must(/^[A-Z0-9]{4,17} *$/.test(columns(line, 13, 29)), 'the account number is at the left of its field')
    const [flag, trace] = [columns(line, 79, 79), columns(line, 80, 94)]
    must(
      flag === (next.startsWith('7') ? '1' : '0'),
      'the addenda flag says whether an addenda record follows',
    )
    must(/^\d{15}$/.test(trace) && trace.startsWith(batch.odfi), 'a trace begins with the bank')
    must(trace > lastTrace, 'traces ascend')
    lastTrace = trace
    for (const sums of [batch.sums, file]) {
      sums.records += 1
      sums.hash += BigInt(routingNumber.slice(0, 8))
      sums[isCredit ? 'credit' : 'debit'] += amount
    }
    batch.entries.push({
      ...{ transactionCode: code, routingNumber, accountNumber: columns(line, 13, 29).trimEnd() },
      ...{ cents: Number(amount), individualId: columns(line, 40, 54).trimEnd() },
      ...{ name: columns(line, 55, 76).trimEnd(), trace },
      addenda: next.startsWith('7') ? columns(next, 4, 83).trimEnd() : undefined,
    })
  }

  const readAddenda = (line: string) => {
    if (!batch) return must(false, 'every addenda record is in a batch')
    must(columns(line, 2, 3) === '05' && columns(line, 84, 87) === '0001', 'one addenda record of type 05')
    must(columns(line, 88, 94) === lastTrace.slice(-7), 'the addenda record names its entry')
    batch.sums.records += 1
    file.records += 1
  }

  const finish = (line: string) => {
    if (!batch) return must(false, 'a batch control ends a batch')
    const { sums, entries, serviceClass, companyId, odfi } = batch
    must(entries.length > 0, 'a batch has entries')
    must(columns(line, 2, 4) === serviceClass, 'the batch control has the service class of its batch')
    must(number(line, 5, 10) === BigInt(sums.records), 'the batch control counts entries and addenda')
    must(number(line, 11, 20) === lastTen(sums.hash), 'the batch control has the entry hash')
    must(number(line, 21, 32) === sums.debit, 'the batch control has the debits')
    must(number(line, 33, 44) === sums.credit, 'the batch control has the credits')
    must(columns(line, 45, 54) === companyId, 'the batch control has the company')
    must(columns(line, 55, 79) === ' '.repeat(25), 'the reserved columns are blank')
    must(columns(line, 80, 87) === odfi, 'the batch control has the bank')
    must(number(line, 88, 94) === BigInt(batch.number), 'the batch control has the number of its batch')
    batches.push(batch)
    batch = undefined
  }

  lines.slice(1, end).forEach((line, at) => {
    const next = lines[at + 2] ?? ''
    if (line.startsWith('5')) begin(line)
    else if (line.startsWith('6')) readEntry(line, next)
    else if (line.startsWith('7')) readAddenda(line)
    else if (line.startsWith('8')) finish(line)
    else must(false, `there is no record of type ${line[0]}`)
  })
  must(!batch, 'the last batch ends')
  const kinds = batches.map(({ serviceClass, secCode }) => `${serviceClass} ${secCode}`)
  must(new Set(kinds).size === kinds.length, 'there is one batch for each kind and service class')

  const control = lines[end] ?? ''
  must(number(control, 2, 7) === BigInt(batches.length), 'the file control counts the batches')
  must(number(control, 8, 13) === BigInt(lines.length / 10), 'the file control counts the blocks')
  must(number(control, 14, 21) === BigInt(file.records), 'the file control counts entries and addenda')
  must(number(control, 22, 31) === lastTen(file.hash), 'the file control has the entry hash')
  must(number(control, 32, 43) === file.debit, 'the file control has the debits')
  must(number(control, 44, 55) === file.credit, 'the file control has the credits')
  must(columns(control, 56, 94) === ' '.repeat(39), 'the rest of the file control is blank')

  return {
    destination,
    origin: columns(header, 14, 23),
    madeOn: columns(header, 24, 29),
    modifier: columns(header, 34, 34),
    batches,
    faults,
  }
}
