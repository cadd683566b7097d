import type { AccountHolderType } from '../../account-holders/holder-types.ts'
import type { FieldInput } from '../../domain/custom-fields/values.ts'
import { type Draws, drawsFor } from './draws.ts'
import { type City, cityNamed, firstNames, lastNames, regionOfState, streets } from './places.ts'
import type { SeedHolder } from './world.ts'

// The parts that any member of the crowd may have. Phones, mail domains, tax ids and bank numbers are from unused ranges.

/** A member of the crowd. It refers to other members by their numbers. */
export interface CrowdHolder extends SeedHolder {
  /** The date it was added, and from which it is effective. */
  readonly since: string
  /** The parent group or agent. */
  readonly above?: string
  /** The second agent of a dealer. */
  readonly secondAgent?: string
  /** The groups that a repair facility works for. */
  readonly groups?: readonly string[]
  /** The dealer that a repair facility belongs to. */
  readonly serviceOf?: string
  readonly customFields?: readonly FieldInput[]
}

/** The fixed facts of a member. */
interface CrowdRow {
  readonly number: string
  readonly name: string
  readonly city: string
}

/** The draws of a member, and its city. */
export interface Drawing extends CrowdRow {
  readonly draws: Draws
  readonly at: City
}

/** Makes the members of one type. `extra` adds the facts that only this type has. */
export function crowdMembers<Row extends CrowdRow>(
  type: AccountHolderType,
  rows: readonly Row[],
  extra: (row: Row, drawing: Drawing) => Omit<CrowdHolder, 'type' | 'number' | 'name'>,
): CrowdHolder[] {
  return rows.map((row) => {
    const drawing = { ...row, draws: drawsFor(`${type} ${row.number}`), at: cityNamed(row.city) }
    const made = extra(row, drawing)
    const { areaCode: _, ...city } = drawing.at
    return {
      type,
      number: row.number,
      name: row.name,
      place: { line1: drawStreet(drawing), ...city },
      ...made,
      facts: { ...drawOffice(drawing), ...made.facts },
    }
  })
}

/** Rows numbered in their order, e.g. L300, L301 and so on. */
export const numbered = <Row extends Omit<CrowdRow, 'number'>>(
  prefix: string,
  first: number,
  rows: readonly Row[],
) => rows.map((row, at) => ({ ...row, number: `${prefix}${first + at}` }))

const drawStreet = ({ draws }: Drawing) => `${draws.whole(100, 9_900)} ${draws.oneOf(streets)}`

/** A phone number from the range that is reserved for fiction. */
export const drawPhone = ({ draws, at }: Drawing) => `${at.areaCode}-555-01${draws.digits(2)}`

const mailDomain = (name: string) => `${name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}.example`

/** A post office box in the same city. */
export function drawPostBox({ draws, at }: Drawing) {
  const { areaCode: _, ...city } = at
  return { line1: `PO Box ${draws.whole(100, 9_999)}`, ...city, type: 'Mailing' }
}

function drawOffice(drawing: Drawing): Record<string, unknown> {
  const { draws, name } = drawing
  return {
    // No real tax id begins with 000.
    taxId: `000${draws.digits(6)}`,
    taxClassification: draws.oneOf(['LLC', 'C corporation', 'S corporation', 'Partnership']),
    phone: drawPhone(drawing),
    fax: draws.happens(30) ? drawPhone(drawing) : null,
    email: `office@${mailDomain(name)}`,
    website: draws.happens(70) ? `https://www.${mailDomain(name)}` : null,
    mailingAddress: draws.happens(25) ? drawPostBox(drawing) : null,
    contacts: Array.from({ length: draws.whole(0, 2) }, () => drawContact(drawing)),
    statementCycle: draws.oneOf(['None', 'Monthly', 'Monthly', 'Weekly']),
    statementDelivery: draws.oneOf(['Email', 'Email', 'Portal', 'Mail']),
  }
}

function drawContact(drawing: Drawing) {
  const { draws, name } = drawing
  const [firstName, lastName] = [draws.oneOf(firstNames), draws.oneOf(lastNames)]
  const local = `${firstName}.${lastName}`
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z.]/g, '')
  return {
    firstName,
    lastName,
    birthDate: draws.happens(50) ? draws.date('1955-01-01', '1990-12-31') : null,
    email: `${local}@${mailDomain(name)}`,
    phone: drawPhone(drawing),
    preferredLanguage: draws.happens(15) ? 'es' : null,
  }
}

const banks = [
  'Harbor Lantern Bank',
  'Windmill Trust Bank',
  'Old Mill Savings Bank',
  'Sawgrass Commerce Bank',
]

/** A bank account. No real routing number begins with 99. The last digit is the check digit. */
export function drawBankAccount({ draws, name }: Drawing, since: string) {
  const digits = `99${draws.digits(6)}`
  const weights = [3, 7, 1]
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0), 0)
  return {
    routingNumber: `${digits}${(10 - (sum % 10)) % 10}`,
    accountNumber: draws.digits(10),
    holderName: name,
    bankName: draws.oneOf(banks),
    prenoteStatus: draws.oneOf(['None', 'Sent', 'Confirmed', 'Confirmed']),
    effectiveFrom: since,
  }
}

/** How an account holder is paid: by ACH, by check, or not set yet. */
export function drawPaymentMethods(drawing: Drawing, since: string) {
  const { draws, name } = drawing
  const method = draws.oneOf(['None', 'ACH', 'ACH', 'ACH', 'Check', 'Check'])
  const check = { type: 'Check', payeeName: name, mailTo: drawPostBox(drawing) }
  if (method === 'None') return {}
  if (method === 'Check') return { paymentMethods: [{ ...check, isDefault: true }] }
  const ach = { type: 'ACH', isDefault: true, ach: drawBankAccount(drawing, since) }
  return { paymentMethods: draws.happens(30) ? [ach, check] : [ach], autoPayReceive: draws.happens(50) }
}

/** Custom fields for two of three account holders. The region is required, so it is always set. */
export function crowdCustomFields({ draws, at }: Drawing): FieldInput[] {
  if (!draws.happens(67)) return []
  const optional: FieldInput[] = [
    { code: 'CRMID', value: `CRM-${draws.digits(6)}` },
    { code: 'TIER', value: draws.oneOf(['GOLD', 'SILVER', 'BRONZE']) },
    { code: 'REVIEWEDON', value: draws.date('2022-01-01', '2024-06-30') },
    { code: 'CREDITLIMIT', value: draws.whole(2, 40) * 2_500 },
    { code: 'SCORE', value: draws.whole(300, 990) / 10 },
    { code: 'VIP', value: draws.happens(20) },
  ]
  return [{ code: 'REGION', value: regionOfState(at.state) }, ...optional.filter(() => draws.happens(60))]
}
