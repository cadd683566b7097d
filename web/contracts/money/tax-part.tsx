import { useState } from 'react'
import type { ContractSalesTaxDetail } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Figure, type Step } from '../../ui/dialogs/figure.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Await } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import type { RegionProps } from '../regions/region-props.ts'
import { type Text, useText, wordOf } from '../text.ts'

/** The sales tax on the price, and what it would be by the rules of today. */
export function TaxPart({ contract }: RegionProps) {
  const t = useText()
  const { money } = useFormat()
  const [isChecked, setChecked] = useState(false)
  const { salesTax } = contract
  const { city, county, state } = salesTax.jurisdiction
  return (
    <section className="contracts-part" aria-label={t('tax.title')}>
      <h3>{t('tax.title')}</h3>
      <Facts
        items={[
          {
            label: t('tax.title'),
            value: (
              <Figure label={t('tax.title')} value={money(salesTax.totalTax)} steps={stepsOf(t, salesTax)} />
            ),
          },
          { label: t('tax.taxable'), value: money(salesTax.taxable) },
          { label: t('tax.where'), value: [city, county, state].filter(Boolean).join(', ') },
        ]}
      />
      {isChecked ? (
        <Recalculated contract={contract} />
      ) : (
        <Button size="small" kind="quiet" onClick={() => setChecked(true)}>
          {t('tax.recalculate')}
        </Button>
      )}
    </section>
  )
}

function Recalculated({ contract }: RegionProps) {
  const t = useText()
  const { money } = useFormat()
  const query = useAnswer('GET /contracts/{contractId}/recalculatepurchasesalestax', {
    path: { contractId: contract.id },
  })
  return (
    <Await query={query} rows={1}>
      {({ new: next, difference }) => (
        <Facts
          items={[
            {
              label: t('tax.now'),
              value: <Figure label={t('tax.now')} value={money(next.totalTax)} steps={stepsOf(t, next)} />,
            },
            { label: t('rerate.difference'), value: money(difference) },
          ]}
        />
      )}
    </Await>
  )
}

const stepsOf = (t: Text, { details }: ContractSalesTaxDetail): readonly Step[] =>
  details.map(({ taxTypeCode, taxable, rate, tax, ruleId, roundMode }) => ({
    ...{ code: taxTypeCode, words: wordOf(t, 'taxType', taxTypeCode), amount: tax },
    ...{
      inputs: { taxable, rate, ruleId },
      formula: 'taxable × rate ÷ 100',
      rounding: `${roundMode}ToCent` as const,
    },
  }))
