import { hasNearlyWholeCents } from './money.ts'
// What an administrator can set, as data: every setting with its type and default. Ids follow the order, so new ones
// go to the end of the list.

export const settingTypes = ['String', 'Int', 'Decimal', 'Bool', 'Date', 'Json', 'Enum'] as const
export type SettingType = (typeof settingTypes)[number]

export const settingGroups = [
  { id: 1, code: 'Contracts', name: 'Contracts' },
  { id: 2, code: 'Cancels', name: 'Cancellations' },
  { id: 3, code: 'Claims', name: 'Claims' },
  { id: 4, code: 'Accounting', name: 'Accounting' },
  { id: 5, code: 'Rates', name: 'Rates' },
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
}

type Row = readonly [
  group: GroupCode,
  key: string,
  type: SettingType,
  defaultValue: unknown,
  description: string,
  values?: readonly string[],
]

const vehicle = ['vin|year+make+model', 'odometer', 'saleDate']
const required = (type: string, names: readonly string[]): Row => [
  'Rates',
  `requiredParams.${type}`,
  'Json',
  names,
  `What a quote of a ${type} product must be given; alternatives are separated by |.`,
]

const rows: readonly Row[] = [
  ['Contracts', 'quoteValidDays', 'Int', 30, 'Days for which a quoted rate is honoured.'],
  ['Contracts', 'maxBackDays', 'Int', 85, 'Days by which a sale may lie in the past.'],
  ['Contracts', 'maxFutureDays', 'Int', 0, 'Days by which a sale may lie in the future.'],
  ['Contracts', 'newMaxOdometer', 'Int', 1000, 'Miles up to which a vehicle counts as new.'],
  [
    'Contracts',
    'transferDays',
    'Int',
    30,
    'Days after a change of owner within which a contract can be transferred.',
  ],
  ['Contracts', 'transferFee', 'Decimal', 40, 'The fee of a transfer where none is named.'],
  [
    'Contracts',
    'requireFundingToFinalize',
    'Bool',
    false,
    'A contract is finalized only when the dealer has paid.',
  ],
  [
    'Contracts',
    'autoFinalizeWhenFunded',
    'Bool',
    false,
    'A pending contract is finalized when the dealer has paid.',
  ],
  ['Contracts', 'autoVoidDays', 'Int', 90, 'Days after which a pending contract can be voided by itself.'],
  ['Contracts', 'voidWindowDays', 'Int', 60, 'Days within which a contract can be voided.'],
  ['Contracts', 'autoExpireOnHold', 'Bool', false, 'Contracts on hold expire as others do.'],
  ['Cancels', 'defaultFee', 'Decimal', 50, 'The fee of a cancellation where no rule says less.'],
  ['Cancels', 'refundDays', 'Int', 45, 'Days within which a refund is due where no rule says otherwise.'],
  [
    'Cancels',
    'claimsDeductMode',
    'Enum',
    'Paid',
    'Which claims lower a refund.',
    ['Paid', 'PaidAndAuthorized'],
  ],
  ['Cancels', 'quoteFutureDays', 'Int', 30, 'Days by which a quoted cancel date may lie in the future.'],
  ['Cancels', 'cancelBackDays', 'Int', 30, 'Days by which a cancel date may lie before the notice.'],
  ['Cancels', 'requireCancelDocuments', 'Bool', false, 'Missing documents stop a cancellation.'],
  ['Cancels', 'shortfallAccount', 'String', 'ADMIN', 'The account that bears what lines do not give back.'],
  ['Claims', 'inspectionThreshold', 'Decimal', 1500, 'Amount from which a claim is inspected.'],
  ['Claims', 'earlyClaimDays', 'Int', 90, 'Days after the sale within which a claim is early.'],
  ['Claims', 'authExpireDays', 'Int', 60, 'Days for which an authorisation holds.'],
  ['Claims', 'invoiceTolerance', 'Decimal', 5, 'By how much an invoice may pass the authorisation.'],
  ['Claims', 'adjusterAuthority', 'Decimal', 5000, 'Amount up to which an adjuster authorises alone.'],
  ['Claims', 'shopSuppliesCap', 'Decimal', 25, 'The most that is paid for shop supplies.'],
  [
    'Accounting',
    'payWhen',
    'Enum',
    'WhenFunded',
    'When agents and insurers are paid.',
    ['WhenFunded', 'OnFinalize'],
  ],
  ['Accounting', 'nsfFee', 'Decimal', 35, 'The fee for a returned payment.'],
  ['Accounting', 'overShortTolerance', 'Decimal', 5, 'Difference that is written off when cash is applied.'],
  ['Accounting', 'achDestination', 'String', null, 'Routing number of the bank that takes ACH files.'],
  ['Accounting', 'achDestinationName', 'String', null, 'Name of that bank.'],
  ['Accounting', 'achOrigin', 'String', null, 'Number of the sender of ACH files.'],
  ['Accounting', 'achOriginName', 'String', null, 'Name of the sender.'],
  ['Accounting', 'achCompanyName', 'String', null, 'Company name in ACH batches.'],
  ['Accounting', 'achCompanyId', 'String', null, 'Company number in ACH batches.'],
  required('VSC', vehicle),
  required('GAP', [...vehicle, 'financedAmount', 'financeTermMonths', 'apr', 'dealType', 'msrp|nadaValue']),
  ...['PPM', 'TW', 'APP', 'KEY', 'PDR', 'WIND', 'THEFT', 'LWT'].map((type) => required(type, vehicle)),
  required('APL', ['assetTypeCode', 'itemPurchasePrice', 'saleDate']),
]

export const settings: readonly Setting[] = rows.map(
  ([group, key, type, defaultValue, description, values], at) => ({
    id: at + 1,
    groupId: settingGroups.find(({ code }) => code === group)?.id ?? 0,
    key,
    name: spelled(key),
    type,
    defaultValue,
    scope: 'Global',
    description,
    ...(values ? { values } : {}),
  }),
)

/** `quoteValidDays` as a person reads it: Quote valid days. */
function spelled(key: string): string {
  const words = key.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** Why a value cannot be one of this setting; nothing when it can. */
export function settingFault(setting: Setting, value: unknown): string | undefined {
  switch (setting.type) {
    case 'String':
      return typeof value === 'string' && value.length <= 500
        ? undefined
        : 'It is a text of at most 500 characters.'
    case 'Int':
      return Number.isSafeInteger(value) && (value as number) >= 0
        ? undefined
        : 'It is a whole number, not negative.'
    case 'Decimal':
      return isAmount(value) ? undefined : 'It is an amount with at most two decimals, not negative.'
    case 'Bool':
      return typeof value === 'boolean' ? undefined : 'It is true or false.'
    case 'Date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? undefined : 'It is a date.'
    case 'Json':
      return isNames(value) ? undefined : 'It is a list of names.'
    case 'Enum':
      return setting.values?.includes(value as string)
        ? undefined
        : `It is one of ${setting.values?.join(', ')}.`
    default:
      return setting.type satisfies never
  }
}

function isAmount(value: unknown): boolean {
  if (typeof value !== 'number' || value < 0 || value > 1e12) return false
  return hasNearlyWholeCents(value)
}

const isNames = (value: unknown) =>
  Array.isArray(value) &&
  value.length <= 50 &&
  value.every((name) => typeof name === 'string' && /^[\w|+]{1,200}$/.test(name))
