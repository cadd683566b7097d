import type { ContractDisbursement } from '../../../sdk/src/types.gen.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Figure, type Step } from '../../ui/dialogs/figure.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { nameOf } from '../facts/term-text.ts'
import type { RegionProps } from '../regions/region-props.ts'
import { useText, wordOf } from '../text.ts'
import { EarningsPart } from './earnings-part.tsx'
import { JournalPart } from './journal-part.tsx'
import { LedgerPart } from './ledger-part.tsx'
import { TaxPart } from './tax-part.tsx'

/** The money of a contract: what it cost, who gets which part, what is paid, posted and earned. */
export default function MoneyRegion({ contract }: RegionProps) {
  const can = useCan()
  const isPartner = useIsPartner()
  return (
    <div className="contracts-stack">
      <MoneyFigures contract={contract} />
      <LinesTable contract={contract} />
      <TaxPart contract={contract} />
      {can('GET /ledgers') && <LedgerPart contract={contract} />}
      {/* A partner sees no single lines of dealer cost, which is what earnings and journal are made of. */}
      {!isPartner && contract.finalizedAt !== null && can('GET /contracts/{contractId}/earningdetails') && (
        <EarningsPart contract={contract} />
      )}
      {!isPartner && can('GET /journal') && <JournalPart contract={contract} />}
    </div>
  )
}

/** The figures of the contract. Each opens to the lines that it is the sum of. */
function MoneyFigures({ contract }: RegionProps) {
  const t = useText()
  const { money } = useFormat()
  const { disbursements, totals, limitOfLiability } = contract
  const steps = (lines: readonly ContractDisbursement[]): readonly Step[] =>
    lines.map(({ code, label, amount }) => ({ code, words: `${label} (${code})`, amount }))
  const isMarkup = ({ code }: ContractDisbursement) => code === 'MARKUP'
  const figure = (label: string, amount: number, list: readonly Step[]) => ({
    label,
    value: <Figure label={label} value={money(amount)} steps={list} />,
  })
  const limits = limitOfLiability.limits.map(({ scope, amount }) => ({
    ...{ code: scope, words: wordOf(t, 'limit', scope), amount },
  }))
  const { remainingAggregate, usedAggregate } = limitOfLiability
  return (
    <Facts
      items={[
        figure(t('field.retailPrice'), contract.retailPrice, steps(disbursements)),
        figure(
          t('field.dealerCost'),
          contract.dealerCost,
          steps(disbursements.filter((line) => !isMarkup(line))),
        ),
        figure(t('field.markup'), contract.markup, [
          {
            ...{ code: 'MARKUP', words: t('money.markupIs'), amount: contract.markup },
            inputs: { retailPrice: contract.retailPrice, dealerCost: contract.dealerCost },
            formula: 'retailPrice − dealerCost',
          },
        ]),
        { label: t('money.received'), value: money(totals.received) },
        { label: t('money.paidOut'), value: money(totals.paidOut) },
        { label: t('money.claimsPaid'), value: money(totals.claimsPaid) },
        { label: t('money.claimsAuthorized'), value: money(totals.claimsAuthorized) },
        remainingAggregate !== null &&
          figure(t('money.limitLeft'), remainingAggregate, [
            ...limits,
            { code: 'used', words: t('money.limitUsed'), amount: usedAggregate },
          ]),
      ]}
    />
  )
}

function LinesTable({ contract }: RegionProps) {
  const t = useText()
  const { money } = useFormat()
  const isPartner = useIsPartner()
  const { disbursements } = contract
  type Line = ContractDisbursement
  return (
    <section className="contracts-part" aria-label={t('money.lines')}>
      <h3>{t('money.lines')}</h3>
      <Table
        label={t('money.lines')}
        rows={disbursements}
        rowKey={({ code }) => code}
        columns={[
          { key: 'label', title: t('money.line'), cell: ({ label }: Line) => label },
          { key: 'code', title: t('money.code'), cell: ({ code }: Line) => code },
          ...(isPartner
            ? []
            : [
                {
                  ...{ key: 'account', title: t('money.account') },
                  cell: ({ accountHolder }: Line) => (accountHolder ? nameOf(accountHolder) : '—'),
                },
              ]),
          {
            key: 'amount',
            title: t('money.amount'),
            isNumeric: true,
            cell: (line: Line) => money(line.amount),
          },
          ...(isPartner
            ? []
            : [
                {
                  ...{ key: 'earned', title: t('money.earned'), isNumeric: true },
                  cell: (line: Line) => money(line.earnedToDate),
                },
              ]),
          {
            key: 'refunded',
            title: t('money.refunded'),
            isNumeric: true,
            cell: (line: Line) => money(line.refunded),
          },
          {
            ...{ key: 'ledgerStatus', title: t('field.status') },
            cell: ({ ledgerStatus }: Line) =>
              ledgerStatus && <Status value={ledgerStatus} title={wordOf(t, 'ledgerStatus', ledgerStatus)} />,
          },
        ]}
        foot={{ label: t('field.retailPrice'), amount: money(contract.retailPrice) }}
      />
    </section>
  )
}
