import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/db/project-root.ts'
import { formFields, formFieldValues } from '../../src/domain/contract-form/fields.ts'
import type { ContractForm } from '../../src/domain/contract-form/form.ts'
import { applianceService, gapWaiver, serviceContract } from '../support/builders/contract-forms.ts'

describe('the fields of a form', () => {
  const values = formFieldValues(serviceContract)

  test.each([
    ['contract.number', 'VSC-0000731'],
    ['customer.name', 'Dana Reyes'],
    ['customer.address', '12 Elm St, Apt 4, Austin, TX 78701'],
    ['item.name', '2024 Ford F-150 XLT'],
    ['item.purchaseprice', '$52,000.00'],
    ['coverage.termmonths', '60'],
    ['coverage.deductibleamount', '$100.00'],
    ['coverage.surcharges', 'All-wheel drive, Seals and gaskets'],
    [
      'coverage.limits',
      'Per claim: $52,000.00\nAll claims together: $46,800.00\nPer component: Oil pump: Value of the vehicle at the time of loss',
    ],
    ['price.total', '$3,219.63'],
    ['taxes.3.rate', '0.5%'],
    ['groups.11.option', 'Seals and gaskets'],
    ['surcharges.1.price', ''],
    ['financing.apr', '6.9%'],
    ['transfer.istransferable', 'Yes'],
    ['custom.salesperson', 'R. Diaz'],
  ])('%s', (name, value) => {
    expect(values.get(name)).toBe(value)
  })

  test('are empty when there is no value', () => {
    const appliance = formFieldValues(applianceService)
    for (const name of ['insurer.name', 'item.vin', 'financing.apr', 'coverage.deductible'])
      expect(appliance.get(name), name).toBe('')
  })

  test('have unique names', () => {
    const names = formFields.map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    // In a PDF, a field with others below it holds no text itself.
    for (const name of names) expect(names.filter((other) => other.startsWith(`${name}.`))).toEqual([])
  })
})

/**
 * What no field says: when the file was made, which of two kinds a thing is, a tolerance that does not count here, and
 * what a custom field is called, which stands on the administrator's form already.
 */
const unsaid = ['writtenAt', 'item.kind', 'coverage.services.0.toleranceUsage', 'customFields.0.name']

/** Other values, where not every text is one. */
const others: Readonly<Record<string, readonly string[]>> = {
  usageUnit: ['Hours'],
  coverageType: ['Exclusionary'],
  type: ['PerItem'],
  scope: ['PerComponent', 'Aggregate'],
  basis: ['RetailPrice'],
  unit: ['Occurrence', 'Day'],
  freeLookClaims: ['LoseFreeLook'],
  base: ['Price'],
  period: ['ThirtyDays'],
  useRule: ['InWindow'],
  code: ['FLAT'],
}

test.each([
  ['a service contract', serviceContract],
  ['a waiver', gapWaiver],
  ['an appliance', applianceService],
])('everything that the form of %s shows is in a field', (_, form) => {
  const said = JSON.stringify([...formFieldValues(form)])
  const missed = leavesOf(form).flatMap(([path, value]) => {
    const changed = structuredClone(form) as unknown as Record<string, unknown>
    set(changed, path, another(path.at(-1) ?? '', value))
    const now = JSON.stringify([...formFieldValues(changed as unknown as ContractForm)])
    return now === said ? [path.join('.')] : []
  })
  expect(missed.filter((path) => !unsaid.includes(path))).toEqual([])
  expect(missed).toContain('writtenAt')
})

type Leaf = readonly [path: string[], value: string | number | boolean]

function leavesOf(value: unknown, path: string[] = []): Leaf[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? [[path, value]]
    : []
}

function another(key: string, value: Leaf[1]): Leaf[1] {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1_000_000
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return '2031-01-02'
  return others[key]?.find((other) => other !== value) ?? `${value} and more`
}

function set(target: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) target[key] = value
  else set(target[key] as Record<string, unknown>, rest, value)
}

test('docs/contract-forms.md lists all form fields', () => {
  const rows = readFileSync(join(projectRoot, 'docs', 'contract-forms.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    // Columns are padded to one width.
    .map((line) => line.replaceAll(/ +\|/g, ' |'))
  expect(rows).toEqual(formFields.map(({ name, about }) => `| \`${name}\` | ${about} |`))
})
