import { useState } from 'react'
import { ActionPanel } from '../../actions/action-panel.tsx'
import { useGuard } from '../../api/address.ts'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { ApplyGrid } from './apply-grid.tsx'
import type { CashProps } from './cash-props.ts'
import { type Amounts, detailsOf } from './oldest-first.ts'

/** Pays rows with what of the cash is not applied yet. */
export function ApplyPanel({ cash, etag }: CashProps) {
  const t = useText()
  const format = useFormat()
  const [amounts, setAmounts] = useState<Amounts>(new Map())
  useGuard(amounts.size > 0)
  const applyDetails = detailsOf(amounts)
  return (
    <Panel
      title={t('apply.title')}
      id="apply"
      description={t('apply.why', { amount: format.money(cash.unapplied) })}
    >
      <ActionPanel
        operation="PATCH /cashtransactions/{cashTransactionId}"
        options={
          applyDetails.length === 0
            ? undefined
            : { path: { cashTransactionId: cash.id }, body: { applyDetails }, ifMatch: etag }
        }
        notReady={t('apply.typeFirst')}
        fields={
          <ApplyGrid
            holderId={cash.accountHolder.id}
            type={cash.type}
            available={cash.unapplied}
            amounts={amounts}
            onChange={setAmounts}
          />
        }
        mainTitle={(done) =>
          done ? t('apply.mainLeft', { left: format.money(done.unapplied) }) : t('apply.main')
        }
        doneText={() => t('apply.done', { number: cash.number })}
        onDone={() => setAmounts(new Map())}
      />
    </Panel>
  )
}
