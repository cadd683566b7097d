import { useState } from 'react'
import type { RateDisbursementResponse } from '../../../sdk/src/types.gen.ts'
import { useGo } from '../../api/address.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { HolderField, useHolderName } from '../../lists/holder-field.tsx'
import { type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Empty, Forbidden } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../setup-text.ts'
import { calculationText } from './calculation.ts'
import { ChangeDialog, NewDialog } from './change-dialog.tsx'
import { useProgramNames } from './use-programs.ts'

/** What was agreed with a dealer, a dealer group or an agent about the lines of dealer cost. */
export function AgreementsScreen({ params }: { readonly params: Record<string, string> }) {
  const t = useText()
  const go = useGo()
  const { id = '' } = params
  if (useIsPartner()) return <Forbidden permission="rates:costs" />
  return (
    <div className="page">
      <div className="rates-filters">
        <HolderField
          label={t('agreements.holder')}
          hint={t('agreements.holderHint')}
          value={id}
          onChange={(next) => go(next === '' ? '/rates/agreements' : `/rates/agreements/${next}`)}
        />
      </div>
      {id === '' ? (
        <>
          <h1>{t('agreements.title')}</h1>
          <Empty title={t('agreements.choose')} why={t('agreements.chooseWhy')} />
        </>
      ) : (
        <Agreements key={id} id={id} />
      )}
    </div>
  )
}

type Dialog = { readonly kind: 'new' } | { readonly kind: 'change'; readonly line: RateDisbursementResponse }

function Agreements({ id }: { readonly id: string }) {
  const t = useText()
  const go = useGo()
  const can = useCan()
  const name = useHolderName(id)
  const [dialog, setDialog] = useState<Dialog>()
  const columns = useColumns((line) => setDialog({ kind: 'change', line }))
  const shared = {
    onClose: () => setDialog(undefined),
    onSent: (auditLogId: number) => go(`/rates/agreements/${id}/changes/${auditLogId}`),
  }
  return (
    <>
      <ListScreen
        list="rate-agreements"
        title={t('agreements.of', { name: name ?? id })}
        operation="GET /Rates/Disbursements/AccountHolder/{id}"
        path={{ id: Number(id) }}
        columns={columns}
        filters={[
          { name: 'disbursementCode', label: t('agreements.code'), kind: 'text' },
          { name: 'effectiveOn', label: t('agreements.on'), kind: 'date' },
          {
            name: 'status',
            label: t('agreements.status'),
            kind: 'choices',
            choices: statuses.map((value) => ({ value, title: t(`agreement.${value}`) })),
          },
        ]}
        initial={{ sortBy: 'programId', sortDirection: 'Asc' }}
        rowKey={({ disbursement }) => disbursement.id}
        actions={
          can('POST /Rates/Disbursements/AccountHolder/{id}') ? (
            <Button kind="main" icon="add" onClick={() => setDialog({ kind: 'new' })}>
              {t('agreements.new')}
            </Button>
          ) : undefined
        }
        empty={{ title: t('agreements.empty'), why: t('agreements.emptyWhy') }}
      />
      {dialog?.kind === 'new' ? <NewDialog holderId={Number(id)} {...shared} /> : null}
      {dialog?.kind === 'change' ? <ChangeDialog line={dialog.line} {...shared} /> : null}
    </>
  )
}

const statuses = ['Active', 'Scheduled', 'Expired'] as const

function useColumns(
  change: (line: RateDisbursementResponse) => void,
): readonly ListColumn<RateDisbursementResponse>[] {
  const t = useText()
  const can = useCan()
  const format = useFormat()
  const programs = useProgramNames()
  return [
    {
      key: 'program',
      title: t('agreements.program'),
      sort: 'programId',
      isWrapping: true,
      cell: ({ programId }) => programs.get(programId) ?? String(programId),
    },
    {
      key: 'line',
      title: t('agreements.line'),
      sort: 'disbursementCode',
      isWrapping: true,
      cell: ({ disbursement }) => `${disbursement.label} (${disbursement.code})`,
    },
    {
      key: 'calculation',
      title: t('agreements.calculation'),
      isWrapping: true,
      cell: ({ disbursement }) => calculationText(t, format, disbursement),
    },
    {
      key: 'only',
      title: t('agreements.only'),
      isWrapping: true,
      cell: (line) => limitsOf(line).join(', ') || t('agreements.everything'),
    },
    {
      key: 'from',
      title: t('agreements.from'),
      cell: ({ disbursement }) => format.date(disbursement.effectiveFrom),
    },
    {
      key: 'to',
      title: t('agreements.to'),
      cell: ({ disbursement }) => format.date(disbursement.effectiveTo),
    },
    {
      key: 'status',
      title: t('agreements.status'),
      cell: ({ status }) => <Status value={status} title={t(`agreement.${status}`)} />,
    },
    {
      key: 'log',
      title: t('agreements.log'),
      cell: ({ auditLogId, accountHolderId }) =>
        auditLogId === null || accountHolderId === null ? (
          '—'
        ) : (
          <Link to={`/rates/agreements/${accountHolderId}/changes/${auditLogId}`}>
            {t('agreements.showLog', { id: auditLogId })}
          </Link>
        ),
    },
    {
      key: 'action',
      title: t('agreements.change'),
      isTitleHidden: true,
      cell: (line) =>
        can('PATCH /Rates/Disbursements/{disbursementId}') && line.status !== 'Expired' ? (
          <Button
            size="small"
            aria-label={t('agreements.changeNamed', { line: line.disbursement.label })}
            onClick={() => change(line)}
          >
            {t('agreements.change')}
          </Button>
        ) : null,
    },
  ]
}

/** What the agreement is limited to, under the API's names. */
const limitsOf = (line: RateDisbursementResponse): readonly string[] =>
  (['planId', 'termId', 'deductibleId', 'classCode'] as const).flatMap((name) =>
    line[name] === null ? [] : [`${name} ${line[name]}`],
  )
