import type { PPMServiceData } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { Await } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'

/** What the contract includes, what is used, and when the next one is due. */
export function ClaimServices({ claimId }: { readonly claimId: number }) {
  const query = useAnswer('GET /claims/{claimId}/ppmservices', { path: { claimId } })
  const t = useText()
  return (
    <>
      <h3>{t('services.title')}</h3>
      <Await query={query} rows={3}>
        {(services) => <ServicesTable services={services} />}
      </Await>
    </>
  )
}

export function ServicesTable({ services }: { readonly services: readonly PPMServiceData[] }) {
  const t = useText()
  const format = useFormat()
  return (
    <Table
      label={t('services.title')}
      rows={services}
      rowKey={({ id }) => id}
      columns={[
        { key: 'name', title: t('visits.service'), isWrapping: true, cell: (row) => row.name },
        {
          key: 'quantity',
          title: t('services.included'),
          isNumeric: true,
          cell: (row) => format.count(row.quantity),
        },
        { key: 'used', title: t('services.used'), isNumeric: true, cell: (row) => format.count(row.used) },
        {
          key: 'reserved',
          title: t('services.reserved'),
          isNumeric: true,
          cell: (row) => format.count(row.reserved),
        },
        {
          key: 'left',
          title: t('services.left'),
          isNumeric: true,
          cell: (row) => format.count(row.remaining),
        },
        { key: 'price', title: t('visits.price'), isNumeric: true, cell: (row) => format.money(row.price) },
        {
          key: 'due',
          title: t('services.due'),
          cell: ({ nextDueDate, nextDueOdometer }) =>
            [
              ...(nextDueDate === null ? [] : [format.date(nextDueDate)]),
              ...(nextDueOdometer === null ? [] : [format.count(nextDueOdometer)]),
            ].join(' · ') || '—',
        },
        { key: 'rule', title: t('services.rule'), cell: (row) => wordOf(t, 'useRule', row.useRule) },
      ]}
    />
  )
}
