import { cronFault } from './cron.ts'
import { type CalendarDate, isCalendarDate } from './dates.ts'
import { isMailAddress } from './mail/addresses.ts'
import { type Cents, centsOf, hasNearlyWholeCents } from './money.ts'
import type { ProcessType } from './process-types.ts'
import { sellerKinds } from './seller-kinds.ts'

// What an administrator can set, as data: every setting with its type and default. Ids follow the order of the list,
// so new settings go to its end.

export const settingTypes = ['String', 'Int', 'Decimal', 'Bool', 'Date', 'Json', 'Enum'] as const
type SettingType = (typeof settingTypes)[number]

export const settingGroups = [
  { id: 1, code: 'Contracts', name: 'Contracts' },
  { id: 2, code: 'Cancels', name: 'Cancellations' },
  { id: 3, code: 'Claims', name: 'Claims' },
  { id: 4, code: 'Accounting', name: 'Accounting' },
  { id: 5, code: 'Rates', name: 'Rates' },
  { id: 6, code: 'Processes', name: 'Processes' },
] as const
type GroupCode = (typeof settingGroups)[number]['code']

export interface Setting {
  readonly id: number
  readonly groupId: number
  readonly key: string
  readonly name: string
  readonly type: SettingType
  readonly defaultValue: unknown
  readonly scope: 'Global'
  readonly description: string
  /** What an Enum can be. */
  readonly values?: readonly string[]
  /** The largest Int. */
  readonly atMost?: number
}

type Row = readonly [
  group: GroupCode,
  key: string,
  type: SettingType,
  defaultValue: unknown,
  description: string,
  limit?: readonly string[] | number,
]

/**
 * A hundred years. An Int is a number of days unless its row has another limit. More days would move a date beyond the year
 * 9999, where texts no longer sort by date, or beyond what PostgreSQL can store.
 */
const DAYS_AT_MOST = 36_500
/** The most that an odometer of a request can say. */
const MILES_AT_MOST = 9_999_999

const vehicle = ['vin|year+make+model', 'odometer', 'saleDate'] as const

const required = <const Type extends string>(type: Type, names: readonly string[]) =>
  [
    'Rates',
    `requiredParams.${type}`,
    'Json',
    names,
    `The parameters that a quote of a ${type} product requires; alternatives are separated by |.`,
  ] as const

/** The schedules avoid the hour from 02:00 to 03:00, which daylight saving skips or repeats in the United States. */
const schedule = <const Type extends ProcessType>(type: Type, cron: string) =>
  [
    'Processes',
    `schedule.${type}`,
    'String',
    cron,
    `When ${type} runs: minute, hour, day of the month, month and day of the week, in the time zone of the administrator. Empty: never.`,
  ] as const

const rows = [
  ['Contracts', 'quoteValidDays', 'Int', 30, 'Days for which a quoted rate is honored.'],
  ['Contracts', 'maxBackDays', 'Int', 85, 'How many days in the past a sale date may be.'],
  ['Contracts', 'maxFutureDays', 'Int', 0, 'How many days in the future a sale date may be.'],
  ['Contracts', 'newMaxOdometer', 'Int', 1000, 'Miles up to which a vehicle is rated as new.', MILES_AT_MOST],
  [
    'Contracts',
    'transferDays',
    'Int',
    30,
    'Days after a change of owner within which a contract can be transferred.',
  ],
  ['Contracts', 'transferFee', 'Decimal', 40, 'The transfer fee when the request names none.'],
  [
    'Contracts',
    'requireFundingToFinalize',
    'Bool',
    false,
    'A contract can be finalized only after the dealer has paid for it.',
  ],
  [
    'Contracts',
    'autoFinalizeWhenFunded',
    'Bool',
    false,
    'A pending contract is finalized automatically when the dealer has paid for it.',
  ],
  ['Contracts', 'autoVoidDays', 'Int', 90, 'Days after which a pending contract is voided automatically.'],
  ['Contracts', 'voidWindowDays', 'Int', 60, 'Days after the sale within which a contract can be voided.'],
  ['Contracts', 'autoExpireOnHold', 'Bool', false, 'Contracts on hold expire automatically, like others.'],
  ['Cancels', 'defaultFee', 'Decimal', 50, 'The cancel fee, unless a cancel rule sets a lower maximum.'],
  ['Cancels', 'refundDays', 'Int', 45, 'Days within which a refund is due if the cancel rule says none.'],
  [
    'Cancels',
    'claimsDeductMode',
    'Enum',
    'Paid',
    'Which claims are deducted from a refund.',
    ['Paid', 'PaidAndAuthorized'],
  ],
  ['Cancels', 'quoteFutureDays', 'Int', 30, 'How many days in the future the cancel date of a quote may be.'],
  ['Cancels', 'cancelBackDays', 'Int', 30, 'How many days before the notice the cancel date may be.'],
  ['Cancels', 'requireCancelDocuments', 'Bool', false, 'A cancel is refused while documents are missing.'],
  [
    'Cancels',
    'shortfallAccount',
    'String',
    'ADMIN',
    'The account that pays what the disbursement lines do not cover.',
  ],
  [
    'Claims',
    'inspectionThreshold',
    'Decimal',
    1500,
    'The claim amount from which an inspection is required.',
  ],
  ['Claims', 'earlyClaimDays', 'Int', 90, 'Days after the sale within which a claim counts as early.'],
  ['Claims', 'authExpireDays', 'Int', 60, 'Days for which an authorization is valid.'],
  ['Claims', 'invoiceTolerance', 'Decimal', 5, 'How far an invoice may exceed the authorized amount.'],
  ['Claims', 'adjusterAuthority', 'Decimal', 5000, 'The amount up to which an adjuster can authorize alone.'],
  ['Claims', 'shopSuppliesCap', 'Decimal', 25, 'The most that is paid for shop supplies.'],
  [
    'Accounting',
    'payWhen',
    'Enum',
    'WhenFunded',
    'When agents, insurers and vendors are paid, unless the rate book says it for a line: after the dealer has paid, or when the contract is finalized. It counts for new sales.',
    ['WhenFunded', 'OnFinalize'],
  ],
  ['Accounting', 'nsfFee', 'Decimal', 35, 'The fee for a returned payment.'],
  [
    'Accounting',
    'overShortTolerance',
    'Decimal',
    5,
    'The difference that is written off when cash is applied.',
  ],
  ['Accounting', 'achDestination', 'String', null, 'Routing number of the bank that receives ACH files.'],
  ['Accounting', 'achDestinationName', 'String', null, 'Name of the bank that receives ACH files.'],
  ['Accounting', 'achOrigin', 'String', null, 'Identification number of the sender of ACH files.'],
  ['Accounting', 'achOriginName', 'String', null, 'Name of the sender of ACH files.'],
  ['Accounting', 'achCompanyName', 'String', null, 'Company name in ACH batches.'],
  ['Accounting', 'achCompanyId', 'String', null, 'Company identification in ACH batches.'],
  required('VSC', vehicle),
  required('GAP', [...vehicle, 'financedAmount', 'financeTermMonths', 'apr', 'dealType', 'msrp|nadaValue']),
  required('PPM', vehicle),
  required('TW', vehicle),
  required('APP', vehicle),
  required('KEY', vehicle),
  required('PDR', vehicle),
  required('WIND', vehicle),
  required('THEFT', vehicle),
  required('LWT', vehicle),
  required('APL', ['assetTypeCode', 'itemPurchasePrice', 'saleDate']),
  ['Accounting', 'achAddenda', 'Bool', false, 'ACH entries to companies list the numbers of what is paid.'],
  [
    'Accounting',
    'glAccounts',
    'Json',
    {},
    'Codes of the general ledger by kind of account (Receivable, Cash, Unearned and so on) or by account (Unearned:RESERVE).',
  ],
  ['Claims', 'appealDays', 'Int', 60, 'Days within which a decision on a claim can be appealed.'],
  ['Processes', 'alertEmail', 'String', null, 'The address that is told when something needs attention.'],
  schedule('AutoExpire', '10 1 * * *'),
  schedule('AutoVoid', '30 1 * * *'),
  schedule('AutoCancelGap', '50 1 * * *'),
  schedule('AccountHolderAutoExpire', '5 1 * * *'),
  schedule('EarningsUpdate', '0 3 1 * *'),
  schedule('LedgerPayReceive', '0 5 * * MON-FRI'),
  schedule('Statements', '30 4 * * *'),
  schedule('QuoteExpiry', '40 1 * * *'),
  schedule('RefundDeadlines', '30 5 * * *'),
  schedule('DisbursementChanges', '20 1 * * *'),
  schedule('WebhookDeliveryCleanup', '20 4 * * *'),
  schedule('IdempotencyCleanup', '40 4 * * *'),
  schedule('FileSweep', '50 4 * * *'),
  [
    'Processes',
    'refundWarningDays',
    'Int',
    5,
    'How many days before a refund is due the administrator is warned. It is warned again when the refund is late.',
  ],
  [
    'Rates',
    'quoteKeepDays',
    'Int',
    365,
    'Days for which an expired rate quote is kept. A quote that a contract was sold from is always kept.',
  ],
  [
    'Cancels',
    'contractDelivery',
    'Enum',
    'Unknown',
    'How contracts reach the customer. Some states give a longer free look to a contract that was mailed; it counts while this is not known.',
    ['Unknown', 'HandedOver', 'Mailed'],
  ],
  [
    'Cancels',
    'sellerKind',
    'Enum',
    'Unknown',
    'Who sells the contracts. The cancel rules of some states leave out some sellers, and none while this is not known.',
    ['Unknown', ...sellerKinds],
  ],
  [
    'Cancels',
    'holidays',
    'String',
    null,
    'Days that are no business days besides weekends and federal holidays: dates, separated by commas. They count where a free look is counted in business days.',
  ],
  [
    'Cancels',
    'roundRefundsToDollar',
    'Bool',
    false,
    'Refunds are rounded to the dollar where the cancel rule allows it.',
  ],
] as const satisfies readonly Row[]

type DeclaredRow = (typeof rows)[number]

/** How code sees a value. On the wire and in the database a Decimal is a number with two decimals. */
interface ValueTypes {
  readonly String: string
  readonly Int: number
  readonly Decimal: Cents
  readonly Bool: boolean
  readonly Date: CalendarDate
}

/** A Json setting with an object as its default is a map of names to texts. */
type NameMap = Readonly<Record<string, string>>

type ValueOf<One extends Row> = One extends {
  readonly 2: 'Enum'
  readonly 5: infer Values extends readonly string[]
}
  ? Values[number]
  : One extends { readonly 2: 'Json'; readonly 3: infer Default }
    ? Default extends readonly string[]
      ? readonly string[]
      : NameMap
    : One extends { readonly 2: infer Type extends keyof ValueTypes; readonly 3: infer Default }
      ? ValueTypes[Type] | (Default extends null ? null : never)
      : never

/** The value of every setting, by its key: `SettingValues['transferFee']` is in cents. */
export type SettingValues = { readonly [One in DeclaredRow as One[1]]: ValueOf<One> }
export type SettingKey = keyof SettingValues

export const settings: readonly Setting[] = rows.map(
  ([group, key, type, defaultValue, description, limit]: Row, index) => ({
    id: index + 1,
    groupId: settingGroups.find(({ code }) => code === group)?.id ?? 0,
    key,
    name: spelled(key),
    type,
    defaultValue,
    scope: 'Global',
    description,
    ...(type === 'Enum' && typeof limit === 'object' ? { values: limit } : {}),
    ...(type === 'Int' ? { atMost: typeof limit === 'number' ? limit : DAYS_AT_MOST } : {}),
  }),
)

/** `quoteValidDays` as a person reads it: Quote valid days. */
function spelled(key: string): string {
  const words = key
    .replace('.', ': ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

const settingsByKey = new Map(settings.map((setting) => [setting.key, setting]))

/**
 * The settings named by `keys`: what the administrator has set, and the default for the rest. `stored` has the values
 * as the database keeps them. A stored value of the wrong type is a bug, since every change is checked.
 */
export function settingValues<const Key extends SettingKey>(
  stored: Readonly<Record<string, unknown>> | null,
  keys: readonly Key[],
): Pick<SettingValues, Key> {
  const values: Record<string, unknown> = {}
  for (const key of keys) values[key] = settingValue(key, stored?.[key])
  // Each value was checked against the type that its row declares.
  return values as Pick<SettingValues, Key>
}

function settingValue(key: SettingKey, stored: unknown): unknown {
  const setting = settingsByKey.get(key)
  if (!setting) throw new Error(`There is no setting ${key}.`)
  const value = effectiveValue(setting, stored ?? setting.defaultValue)
  if (value === null) return null
  const fault = settingFault(setting, value)
  if (fault) throw new Error(`The stored value of the setting ${key} is not valid. ${fault}`)
  return setting.type === 'Decimal' ? centsOf(value as number) : value
}

/**
 * A stored value as it counts. A number over the limit was set before there was one, and counts as the limit, because whoever
 * set it wanted as much as possible.
 */
export const effectiveValue = ({ atMost }: Setting, stored: unknown): unknown =>
  atMost !== undefined && typeof stored === 'number' ? Math.min(stored, atMost) : stored

/** What is wrong with a value for this setting, or nothing if it is valid. */
export function settingFault(setting: Setting, value: unknown): string | undefined {
  switch (setting.type) {
    case 'String':
      if (typeof value !== 'string' || value.length > 500)
        return 'The value must be text of at most 500 characters.'
      return textFault(setting.key, value)
    case 'Int': {
      const { atMost = DAYS_AT_MOST } = setting
      return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= atMost
        ? undefined
        : `The value must be a whole number from 0 to ${atMost}.`
    }
    case 'Decimal':
      return isAmount(value)
        ? undefined
        : 'The value must be an amount, 0 or more, with at most two decimals.'
    case 'Bool':
      return typeof value === 'boolean' ? undefined : 'The value must be true or false.'
    case 'Date':
      return typeof value === 'string' && isCalendarDate(value)
        ? undefined
        : 'The value must be a date (YYYY-MM-DD).'
    case 'Json':
      if (Array.isArray(setting.defaultValue))
        return isNames(value) ? undefined : 'The value must be a list of names.'
      return isNameMap(value) ? undefined : 'The value must be an object with a text for each name.'
    case 'Enum':
      return setting.values?.includes(value as string)
        ? undefined
        : `The value must be one of ${setting.values?.join(', ')}.`
    default:
      return setting.type satisfies never
  }
}

/** What is wrong with a text that has a form of its own. */
function textFault(key: string, text: string): string | undefined {
  if (key.startsWith('schedule.')) return text.trim() === '' ? undefined : cronFault(text)
  if (key === 'alertEmail' && !isMailAddress(text))
    return 'The value must be one email address, such as desk@example.com.'
  if (key === 'holidays' && !text.split(',').every((date) => isCalendarDate(date.trim())))
    return 'The value must be dates (YYYY-MM-DD), separated by commas.'
  return undefined
}

function isAmount(value: unknown): boolean {
  if (typeof value !== 'number' || value < 0 || value > 1e12) return false
  return hasNearlyWholeCents(value)
}

const isNames = (value: unknown) =>
  Array.isArray(value) &&
  value.length <= 50 &&
  value.every((name) => typeof name === 'string' && /^[\w|+]{1,200}$/.test(name))

function isNameMap(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return (
    entries.length <= 200 &&
    entries.every(
      ([name, text]) => /^[\w:.-]{1,80}$/.test(name) && typeof text === 'string' && text.length <= 80,
    )
  )
}
