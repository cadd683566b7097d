import type { StateLawCoverage } from '../../../sdk/src/types.gen.ts'
import type { Tone } from '../../ui/badge.tsx'

export type Certainty = StateLawCoverage['certainty']

/** How sure a rule is, the surest first. */
export const certainties: readonly Certainty[] = ['Read', 'PartlyRead', 'Secondary', 'Own', 'Unverified']

export const certaintyTones: Readonly<Record<Certainty, Tone>> = {
  Read: 'good',
  PartlyRead: 'info',
  Secondary: 'wait',
  Own: 'off',
  Unverified: 'bad',
}

export const productTypes = ['VSC', 'GAP'] as const
export type ProductType = (typeof productTypes)[number]
