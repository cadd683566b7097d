import { lazy, Suspense, useState } from 'react'
import type { Contract } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useFactText } from '../facts/fact-value.ts'
import { fieldAt } from '../facts/fields.ts'
import type { ReadContract } from '../facts/read-contract.ts'
import { termText } from '../facts/term-text.ts'
import { useText } from '../text.ts'

const PendingDialog = lazy(() => import('../actions/pending-dialogs.tsx'))

/** What was changed on a contract in force and waits for a refinalize: old to new, to apply or to drop. */
export function PendingStrip({ contract, etag }: ReadContract) {
  const t = useText()
  const can = useCan()
  const [open, setOpen] = useState<'apply' | 'drop'>()
  const changes = usePendingChanges(contract)
  if (!contract.needsRefinalize) return null
  return (
    <Panel
      title={t('pending.title')}
      id="pending"
      description={t('pending.explain')}
      className="contracts-pending"
    >
      <ul className="contracts-changes">
        {changes.map(({ label, before, after }) => (
          <li key={label}>
            <b>{label}</b> <s>{before}</s> <span aria-hidden="true">→</span>{' '}
            <span className="visually-hidden">{t('pending.becomes')}</span> <ins>{after}</ins>
          </li>
        ))}
      </ul>
      <div className="contracts-row">
        {can('POST /contracts/{contractId}/refinalize') && (
          <Button
            kind="main"
            disabledReason={contract.status === 'OnHold' ? t('why.onHold') : undefined}
            onClick={() => setOpen('apply')}
          >
            {t('pending.apply')}
          </Button>
        )}
        {can('PATCH /contracts/{contractId}') && (
          <Button onClick={() => setOpen('drop')}>{t('pending.drop')}</Button>
        )}
      </div>
      {open && (
        <Suspense>
          <PendingDialog {...{ contract, etag, open }} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </Panel>
  )
}

interface PendingChange {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** The leaves of the pending change, with their labels and both values as people read them. */
function usePendingChanges(contract: Contract): readonly PendingChange[] {
  const t = useText()
  const { miles, money } = useFormat()
  const write = useFactText()
  const can = useCan()
  const { product, program, plan, term, deductible } = contract
  const { data } = useAnswer(
    'GET /Rates/Plans/{productId}',
    { path: { productId: product.id }, query: { programId: program.id } },
    { enabled: contract.needsRefinalize && can('GET /Rates/Plans/{productId}') },
  )
  const plans = data?.data.plans ?? []
  const chosen = (id: unknown) => plans.find((one) => one.id === id)
  const terms = plans.flatMap((one) => one.terms.map((offer) => offer.term))
  const deductibles = plans.flatMap((one) => one.deductibles)
  const textOf = (value: unknown) => (value === null || value === undefined ? '—' : String(value))
  return leavesOf(contract.pendingChanges ?? {}).map(([pointer, value]) => {
    if (pointer === '/planId')
      return { label: t('field.plan'), before: plan.name, after: chosen(value)?.name ?? textOf(value) }
    if (pointer === '/termId') {
      const next = terms.find(({ id }) => id === value)
      return {
        label: t('field.term'),
        before: termText(t, miles, term),
        after: next ? termText(t, miles, next) : textOf(value),
      }
    }
    if (pointer === '/deductibleId') {
      const next = deductibles.find(({ id }) => id === value)
      return {
        label: t('field.deductible'),
        before: money(deductible.amount),
        after: next ? money(next.amount) : textOf(value),
      }
    }
    const field = fieldAt(pointer) ?? fieldAt(`/vehicle${pointer}`)
    if (!field)
      return { label: pointer.slice(1), before: textOf(valueAt(contract, pointer)), after: textOf(value) }
    return {
      label: t(field.label),
      before: write(field, textOf(field.read(contract)).replace('—', '')),
      after: write(field, value === null ? '' : textOf(value)),
    }
  })
}

/** The values inside an object by their pointers. A list is one value. */
function leavesOf(value: object, at = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? leavesOf(inner, `${at}/${name}`)
      : [[`${at}/${name}`, inner] as const],
  )
}

const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], value)
