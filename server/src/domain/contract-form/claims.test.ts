import { describe, expect, test } from 'vitest'
import {
  applianceService,
  gapWaiver,
  serviceContract,
} from '../../../test/support/builders/contract-forms.ts'
import { claimSection, exclusionSections, reachAt } from './claims.ts'
import type { ContractForm } from './form.ts'

const saidOn = (form: ContractForm) =>
  claimSection(form).blocks.flatMap((block) => (block.kind === 'text' ? block.paragraphs : []))

describe('how to make a claim', () => {
  test.each<[what: string, form: ContractForm, words: RegExp]>([
    ['a vehicle', serviceContract, /^Stop using the vehicle .* licensed repair shop/],
    [
      'an appliance',
      { ...applianceService, coverage: { ...applianceService.coverage, coverageType: 'Stated' } },
      /^Stop using the item .* repair shop that we name/,
    ],
    ['a waiver', gapWaiver, /^Tell us about a total loss/],
    [
      'prepaid services',
      { ...serviceContract, coverage: { ...serviceContract.coverage, coverageType: 'Service' } },
      /^Make an appointment at the selling dealer/,
    ],
    ['the words of the program', { ...gapWaiver, claimSteps: ['Call first.'] }, /^Call first\.$/],
  ])('with %s', (_, form, words) => {
    expect(saidOn(form)[0]).toMatch(words)
    expect(saidOn(form).at(-1)).toContain('512-555-0100')
  })

  test('names the contract, unless it has no number yet', () => {
    expect(saidOn(serviceContract).at(-1)).toContain(`contract number ${serviceContract.contractNumber}`)
    expect(saidOn({ ...serviceContract, contractNumber: null }).at(-1)).toContain('your contract number')
  })
})

test.each([
  ['512-555-0100', 'a@b.example', 'Call Summit at 512-555-0100, or write to a@b.example.'],
  ['512-555-0100', null, 'Call Summit at 512-555-0100.'],
  [null, 'a@b.example', 'Write to Summit at a@b.example.'],
  [null, null, 'Write to Summit at its address above.'],
])('a company with phone %s and email %s is reached: %s', (phone, email, words) => {
  expect(reachAt({ name: 'Summit', number: null, address: null, phone, email })).toBe(words)
})

test('exclusions are those of the program; without any there is no such section', () => {
  expect(exclusionSections(serviceContract)).toEqual([
    {
      heading: 'What is not covered',
      blocks: [{ kind: 'text', paragraphs: serviceContract.exclusions }],
    },
  ])
  expect(exclusionSections({ ...serviceContract, exclusions: [] })).toEqual([])
})
