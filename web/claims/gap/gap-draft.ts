import type { Claim, Contract, GapData } from '../../../sdk/src/types.gen.ts'

// The facts of a GAP claim while they are entered. Empty fields are not known.

export const lossTypes = ['Collision', 'Theft', 'Other'] as const
export const dealTypes = ['Loan', 'Lease', 'Balloon', 'Cash'] as const

export const loanAmounts = ['amountFinanced', 'monthlyPayment', 'residualValue', 'balloonAmount'] as const
export const payoffAmounts = ['lenderPayoff', 'perDiem', 'delinquentAmount', 'lateFees'] as const
export const settlementAmounts = [
  'actualCashValue',
  'salesTax',
  'deductible',
  'priorDamage',
  'salvageValue',
  'unpaidPremium',
  'otherDeductions',
  'netSettlement',
] as const

type Amount = number | undefined
type Amounts<Names extends readonly string[]> = { readonly [Name in Names[number]]: Amount }

export interface NamedAmount {
  readonly type: string
  readonly amount: Amount
}

export interface GapDraft {
  readonly lossType: (typeof lossTypes)[number] | ''
  readonly loan: Amounts<typeof loanAmounts> & {
    readonly dealType: (typeof dealTypes)[number] | ''
    readonly apr: Amount
    readonly termMonths: Amount
    readonly firstPaymentDate: string
  }
  readonly payoff: Amounts<typeof payoffAmounts>
  readonly isUninsured: boolean
  readonly settlement: Amounts<typeof settlementAmounts> & {
    readonly carrierName: string
    readonly claimNumber: string
    readonly settlementDate: string
  }
  readonly vehicleValue: Amount
  readonly ltvValue: Amount
  readonly refunds: readonly NamedAmount[]
  readonly exclusions: readonly NamedAmount[]
  readonly checklist: readonly { readonly document: string; readonly received: boolean }[]
}

/** The documents that a settlement needs if nothing else was said. */
export const usualDocuments = (lossType: GapDraft['lossType']): readonly string[] => [
  ...['SETTLEMENT', 'PAYOFF', 'FINANCE'],
  ...(lossType === 'Theft' ? ['POLICE'] : []),
]

/** How it was lost. A theft needs the police report, and nothing else does. */
export function withLossType(draft: GapDraft, lossType: GapDraft['lossType']): GapDraft {
  const wanted = usualDocuments(lossType)
  const isListed = (document: string) => draft.checklist.some((one) => one.document === document)
  const kept = draft.checklist.filter(
    ({ document, received }) => received || document !== 'POLICE' || wanted.includes(document),
  )
  const added = wanted.filter((document) => document === 'POLICE' && !isListed(document))
  return {
    ...{ ...draft, lossType },
    checklist: [...kept, ...added.map((document) => ({ document, received: false }))],
  }
}

/** What was entered. The loan is that of the contract until another one is entered. */
export function gapDraftOf({ gap }: Pick<Claim, 'gap'>, contract: Contract | undefined): GapDraft {
  const loan = gap?.financing
  const sold = contract?.financing
  const settlement = gap?.insuranceSettlement
  const lossType = gap?.lossType ?? ''
  const money = (value: number | null | undefined): Amount => value ?? undefined
  return {
    lossType,
    loan: {
      dealType: dealTypes.find((one) => one === (loan?.dealType ?? sold?.dealType)) ?? '',
      amountFinanced: money(loan?.amountFinanced ?? sold?.amountFinanced),
      apr: money(loan?.apr ?? sold?.apr),
      termMonths: money(loan?.termMonths ?? sold?.termMonths),
      monthlyPayment: money(loan?.monthlyPayment ?? sold?.monthlyPayment),
      firstPaymentDate: loan?.firstPaymentDate ?? sold?.firstPaymentDate ?? '',
      residualValue: money(loan?.residualValue ?? sold?.residualValue),
      balloonAmount: money(loan?.balloonAmount ?? sold?.balloonAmount),
    },
    payoff: {
      lenderPayoff: money(gap?.lenderPayoff),
      perDiem: money(gap?.perDiem),
      delinquentAmount: money(gap?.delinquentAmount),
      lateFees: money(gap?.lateFees),
    },
    isUninsured: gap?.noPrimaryInsurance ?? false,
    settlement: {
      carrierName: settlement?.carrierName ?? '',
      claimNumber: settlement?.claimNumber ?? '',
      settlementDate: settlement?.settlementDate ?? '',
      actualCashValue: money(settlement?.actualCashValue),
      salesTax: money(settlement?.salesTax),
      deductible: money(settlement?.deductible),
      priorDamage: money(settlement?.priorDamage),
      salvageValue: money(settlement?.salvageValue),
      unpaidPremium: money(settlement?.unpaidPremium),
      otherDeductions: money(settlement?.otherDeductions),
      netSettlement: money(settlement?.netSettlement),
    },
    vehicleValue: money(gap?.vehicleValue),
    ltvValue: money(gap?.ltvValue),
    refunds: gap?.refunds ?? [],
    exclusions: gap?.exclusions ?? [],
    checklist: gap?.checklist ?? usualDocuments(lossType).map((document) => ({ document, received: false })),
  }
}

/** What was changed, as the patch that the service merges. Undefined: nothing was. */
export function gapChanges(before: GapDraft, draft: GapDraft): GapData | undefined {
  const isSame = (name: keyof GapDraft) => JSON.stringify(before[name]) === JSON.stringify(draft[name])
  const changes: GapData = {
    ...(isSame('lossType') || draft.lossType === '' ? {} : { lossType: draft.lossType }),
    ...(isSame('loan') ? {} : { financing: loanChanges(before.loan, draft.loan) }),
    ...(isSame('payoff') ? {} : payoffChanges(before.payoff, draft.payoff)),
    ...(isSame('isUninsured') ? {} : { noPrimaryInsurance: draft.isUninsured }),
    ...(isSame('settlement') && isSame('isUninsured') ? {} : settlementChange(before.settlement, draft)),
    ...(isSame('vehicleValue') ? {} : { vehicleValue: draft.vehicleValue ?? null }),
    ...(isSame('ltvValue') ? {} : { ltvValue: draft.ltvValue ?? null }),
    ...(isSame('refunds') ? {} : { refunds: namedAmounts(draft.refunds) }),
    ...(isSame('exclusions') ? {} : { exclusions: namedAmounts(draft.exclusions) }),
    ...(isSame('checklist') ? {} : { checklist: draft.checklist }),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

function loanChanges(before: GapDraft['loan'], loan: GapDraft['loan']): NonNullable<GapData['financing']> {
  const names = [...loanAmounts, 'apr', 'termMonths'] as const
  const amounts = names
    .filter((name) => before[name] !== loan[name])
    .map((name) => [name, loan[name] ?? null] as const)
  return {
    ...Object.fromEntries(amounts),
    ...(before.dealType === loan.dealType || loan.dealType === '' ? {} : { dealType: loan.dealType }),
    ...(before.firstPaymentDate === loan.firstPaymentDate
      ? {}
      : { firstPaymentDate: loan.firstPaymentDate || null }),
  }
}

const payoffChanges = (before: GapDraft['payoff'], payoff: GapDraft['payoff']): GapData =>
  Object.fromEntries(
    payoffAmounts.filter((name) => before[name] !== payoff[name]).map((name) => [name, payoff[name] ?? null]),
  )

/** A settlement needs the value of the vehicle. Without one it is not known yet. A deduction that was emptied is 0. */
function settlementChange(before: GapDraft['settlement'], { settlement, isUninsured }: GapDraft): GapData {
  const { actualCashValue, netSettlement, carrierName, claimNumber, settlementDate, ...deductions } =
    settlement
  if (isUninsured || actualCashValue === undefined) return { insuranceSettlement: null }
  const names = Object.keys(deductions) as (keyof typeof deductions)[]
  const sent = Object.fromEntries(
    names
      .filter((name) => deductions[name] !== undefined || before[name] !== undefined)
      .map((name) => [name, deductions[name] ?? 0]),
  )
  return {
    insuranceSettlement: {
      ...{ actualCashValue, ...sent },
      ...(netSettlement === undefined ? { netSettlement: null } : { netSettlement }),
      carrierName: carrierName.trim() || null,
      claimNumber: claimNumber.trim() || null,
      settlementDate: settlementDate || null,
    },
  }
}

const namedAmounts = (rows: readonly NamedAmount[]) =>
  rows.flatMap(({ type, amount }) =>
    type.trim() === '' || amount === undefined ? [] : [{ type: type.trim(), amount }],
  )
