import { z } from 'zod'
import { bookAreas } from '../../domain/rate-book/change-area.ts'
import { CalendarDate, Instant, Money } from '../../http/schemas.ts'

const name = z.string().nullable()
const count = z.int().min(0)

const FILES_AT_MOST = 2_000
const NAME_AT_MOST = 300

/** A file of a book. Its content is text; that of a PDF form is base64. */
const BookFile = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(NAME_AT_MOST)
      .refine((path) => !/^\/|\\|(^|\/)\.\.?(\/|$)|\/\/|\/$/.test(path), {
        message: 'a path in the folder of the book, with slashes, such as programs/VSC-STD/rates.csv',
        params: { code: 'Format' },
      })
      .describe('The path in the folder of the book, with slashes.')
      .meta({ example: 'programs/VSC-STD/rates.csv' }),
    content: z
      .string()
      .describe('The text of the file; of a form (`forms/….pdf`) the bytes in base64.')
      // A body has at most 34 MiB.
      .meta({ maxLength: 34 * 1024 * 1024, example: 'plan,term,RESERVE\nPLATINUM,60/75000,780.00\n' }),
  })
  .meta({ id: 'RateBookFile' })

const files = z
  .array(BookFile)
  .min(1)
  .max(FILES_AT_MOST)
  .superRefine((all, context) => {
    const names = all.map((file) => file.name)
    names.forEach((file, at) => {
      if (names.indexOf(file) === at) return
      const message = `${file} was sent twice.`
      context.addIssue({ code: 'custom', path: [at, 'name'], params: { code: 'Format' }, message })
    })
  })
  .describe('All files of the book. Hidden files are skipped.')

export const BookFiles = z.strictObject({ files }).meta({ id: 'RateBookFiles' })

export const RehearsalData = z
  .strictObject({
    files,
    quotes: z
      .int()
      .min(1)
      .max(1_000)
      .default(1_000)
      .describe('How many of the last recorded quotes to rate.'),
    saleDate: CalendarDate.optional().describe(
      'Rates all quotes as if they were sold on this day. If absent, each on its own day.',
    ),
  })
  .meta({ id: 'RateBookRehearsalData' })
export type RehearsalData = z.output<typeof RehearsalData>

export const NewBook = z
  .strictObject({
    files,
    expectedVersion: z
      .int()
      .min(0)
      .describe('The version in force that the book was compared with; 0 if there is none.'),
    note: z.string().max(1_000).optional().describe('Why the book is applied. It is kept in the audit.'),
  })
  .meta({ id: 'RateBookCreateData' })

const BookFault = z
  .object({
    file: z.string().describe('The path in the folder of the book.'),
    line: z.int().describe('The line, from 1.'),
    reason: z.string().describe('What is wrong, and what would be right.'),
  })
  .meta({ id: 'FileFault' })
/** Every fault of the files. */
export const faults = z.array(BookFault).describe('Every fault in the files, by file and line.')

const BookCounts = z
  .object({ products: count, programs: count, plans: count, rates: count, vehicles: count })
  .meta({ id: 'RateBookCounts', description: 'How much there is in a book.' })
export type BookCountsModel = z.input<typeof BookCounts>

const versionFields = {
  version: z.int().describe('Counts the books that were applied.'),
  name: z.string().describe('The name in book.yaml.'),
  appliedAt: Instant,
  appliedBy: z.string().describe('Who applied it.'),
  isLive: z.boolean().describe('Whether quotes use it.'),
  checksum: z.string().describe('A SHA-256 of its content.'),
}

export const BookVersion = z.object(versionFields).meta({ id: 'RateBookVersion' })
export type BookVersionModel = z.input<typeof BookVersion>

const BookChangeModel = z
  .object({
    kind: z.enum(['New', 'Changed', 'Removed']),
    area: z.enum(bookAreas).describe('The part of the book.'),
    program: name.describe('The code of the program. Null: it is not part of a program.'),
    item: z.string().describe('What changes, as people name it.').meta({ example: 'plan GOLD' }),
    fact: name.describe('The fact of it that changes. Null: all of it comes or goes.'),
    before: name.describe('Null: there was none.'),
    after: name.describe('Null: there is none.'),
    text: z.string().describe('The change in one line.'),
  })
  .meta({ id: 'RateBookChange' })
export type BookChangeModel = z.input<typeof BookChangeModel>

const figure = z.number().nullable()

const BookGridModel = z
  .object({
    kind: z.enum(['Factor', 'Rate']).describe('A factor table, or a column of the rates.'),
    unit: z.enum(['Factor', 'Money', 'Percent']).describe('What the figures are. Money is in dollars.'),
    program: z.string().describe('The code of the program.'),
    code: z.string().describe('The code of the factor table, or the column of the rates.'),
    name: z.string().describe('The name of the table.'),
    rowTitle: z.string().describe('What the rows stand for.'),
    columnTitle: z.string().describe('What the columns stand for. Empty if there is one column.'),
    rows: z.array(z.string()).describe('The names of the rows.'),
    columns: z.array(z.string()).describe('The names of the columns.'),
    cells: z
      .array(
        z
          .object({
            row: z.int().describe('The place in `rows`, from 0.'),
            column: z.int().describe('The place in `columns`, from 0.'),
            before: figure.describe('Null: the cell is new.'),
            after: figure.describe('Null: the cell is gone.'),
            changePercent: figure.describe('How much it changes, in percent. Null if that cannot be said.'),
          })
          .meta({ id: 'RateBookGridCell' }),
      )
      .describe('All cells of a factor table; of the rates, those of rows with a change.'),
    isCut: z.boolean().describe('Whether there are more cells than are shown.'),
  })
  .meta({ id: 'RateBookGrid' })
export type BookGridModel = z.input<typeof BookGridModel>

const changeFields = {
  changes: z.array(BookChangeModel).describe('What changes, at most 2,000.'),
  changeCount: count.describe('How many changes there are.'),
}
const grids = z.array(BookGridModel).describe('The tables in which a figure changes, old beside new.')

export const BookVersionDetails = z
  .object({
    ...versionFields,
    counts: BookCounts,
    previousVersion: z.int().nullable().describe('Null: it was the first book.'),
    ...changeFields,
    grids,
  })
  .meta({ id: 'RateBookVersionDetails' })
export type BookVersionDetailsModel = z.input<typeof BookVersionDetails>

const liveVersion = z.int().nullable().describe('The version in force. Null: there is none.')
const isValid = z.boolean().describe('Whether the book could be applied. If not, `faults` says why.')

export const BookCheck = z
  .object({
    isValid,
    name: name.describe('The name of the book. Null while it has faults.'),
    counts: BookCounts.nullable().describe('Null while it has faults.'),
    faults,
    liveVersion,
  })
  .meta({ id: 'RateBookCheck' })

export const BookComparison = z
  .object({
    isValid,
    faults,
    liveVersion,
    liveName: name.describe('The name of the book in force.'),
    name: name.describe('The name of the book. Null while it has faults.'),
    isSame: z.boolean().describe('Whether the book changes nothing.'),
    counts: z.object({ new: count, changed: count, removed: count }).meta({ id: 'RateBookChangeCounts' }),
    ...changeFields,
    grids,
    overridden: z
      .array(z.string())
      .describe('Agreements with dealers, groups and agents that the book affects, in words.'),
  })
  .meta({ id: 'RateBookComparison' })
export type BookComparisonModel = z.input<typeof BookComparison>

const percent = z.number()
const PriceMove = z
  .object({
    up: count.describe('Rates that rise.'),
    down: count.describe('Rates that fall.'),
    same: count.describe('Rates that stay.'),
    min: Money.describe('The smallest change, in dollars. Negative: it falls.'),
    median: Money,
    max: Money,
    minPercent: percent.describe('The smallest change, in percent.'),
    medianPercent: percent,
    maxPercent: percent,
    distribution: z
      .array(
        z
          .object({
            from: percent.nullable().describe('In percent. Null: everything below `to`.'),
            to: percent.nullable().describe('In percent. Null: everything above `from`.'),
            count,
          })
          .meta({ id: 'PriceMoveBand' }),
      )
      .describe('How many rates change by how much. The band from 0 to 0 has those that stay.'),
  })
  .meta({ id: 'PriceMove', description: 'How prices change.' })

const RehearsedPlan = z
  .object({
    programCode: z.string(),
    planCode: z.string(),
    planName: z.string(),
    quotes: count.describe('Quotes that offer the plan with one of the two books.'),
    rates: count.describe('Rates that both books offer, compared one by one.'),
    lostQuotes: count.describe('Quotes that would no longer offer the plan.'),
    gainedQuotes: count.describe('Quotes that would offer the plan for the first time.'),
    dealerCost: PriceMove.nullable().describe('Null if no rate could be compared.'),
    suggestedPrice: PriceMove.nullable().describe('Null if no rate could be compared.'),
  })
  .meta({ id: 'RehearsedPlan' })

const ReasonSeen = z
  .object({
    productCode: name,
    programCode: name,
    planCode: name,
    rule: z.string(),
    field: name,
    seen: z.unknown(),
    needed: z.unknown(),
    message: z.string(),
  })
  .meta({ id: 'RehearsedReason' })

const RehearsedOffers = z
  .object({
    quotes: count,
    reasons: z
      .array(
        z
          .object({ rule: z.string(), message: z.string(), quotes: count })
          .meta({ id: 'RehearsedReasonCount' }),
      )
      .describe('Why, by the number of quotes.'),
    samples: z.array(
      z
        .object({
          quoteId: z.string().describe('GET /Rates/quotes/{quoteId} shows the quote.'),
          quotedAt: Instant,
          dealerNumber: z.string(),
          saleDate: CalendarDate,
          vehicle: z.object({
            year: z.int().nullable(),
            make: name,
            model: name,
            odometer: z.int().nullable(),
          }),
          reasons: z.array(ReasonSeen).describe('Why the book makes no offer, at most ten reasons.'),
        })
        .meta({ id: 'RehearsedQuote' }),
    ),
  })
  .meta({ id: 'RehearsedOffers' })

export const Rehearsal = z
  .object({
    isValid,
    faults,
    liveVersion,
    quotes: count.describe('How many recorded quotes were rated with both books.'),
    from: Instant.nullable().describe('When the first of them was asked. Null: there is none.'),
    to: Instant.nullable().describe('When the last of them was asked. Null: there is none.'),
    unchanged: count.describe('Quotes whose every price stays.'),
    plans: z.array(RehearsedPlan),
    lost: RehearsedOffers.describe('Quotes that get an offer with the book in force, and would get none.'),
    gained: RehearsedOffers.describe('Quotes that get no offer with the book in force, and would get one.'),
  })
  .meta({ id: 'RateBookRehearsal' })
export type RehearsalModel = z.input<typeof Rehearsal>
