import type { CustomField } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useIsPartner } from '../../api/session.ts'
import { Panel } from '../../ui/panel.tsx'
import { Await, Empty, Forbidden } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useText } from '../text.ts'
import { CellValue } from './cell-value.tsx'

/** What contracts ask for besides the usual fields, product by product. */
export function CustomFieldsScreen() {
  const t = useText()
  const isPartner = useIsPartner()
  const query = useAnswer('GET /Rates/Products', { query: { sortBy: 'name', pageNumber: 1, pageSize: 200 } })
  const columns = useColumns()
  if (isPartner) return <Forbidden permission="settings:read" />
  return (
    <div className="page">
      <h1>{t('fields.title')}</h1>
      <p className="muted">{t('fields.why')}</p>
      <Await query={query}>
        {(products) => {
          const withFields = products.filter(({ customFields }) => customFields.length > 0)
          if (withFields.length === 0) return <Empty title={t('fields.empty')} why={t('fields.emptyWhy')} />
          return (
            <div className="stack">
              {withFields.map(({ id, name, code, customFields }) => (
                <Panel key={id} title={t('fields.of', { product: name, code })} isFlush>
                  <Table
                    label={t('fields.of', { product: name, code })}
                    columns={columns}
                    rows={customFields.toSorted((one, other) => one.displayOrder - other.displayOrder)}
                    rowKey={(field) => field.id}
                  />
                </Panel>
              ))}
            </div>
          )
        }}
      </Await>
    </div>
  )
}

function useColumns(): readonly Column<CustomField>[] {
  const t = useText()
  return [
    { key: 'name', title: t('column.name'), cell: ({ name }) => name, isWrapping: true },
    { key: 'code', title: t('column.code'), cell: ({ code }) => <code>{code}</code> },
    { key: 'dataType', title: t('fields.dataType'), cell: ({ dataType }) => t(`dataType.${dataType}`) },
    {
      key: 'requiredAt',
      title: t('fields.requiredAt'),
      cell: ({ isRequired, requiredAt }) =>
        isRequired && requiredAt ? t(`step.${requiredAt}`) : t('fields.optional'),
    },
    {
      key: 'options',
      title: t('fields.options'),
      isWrapping: true,
      cell: ({ options }) => <CellValue value={options} />,
    },
    {
      key: 'maxLength',
      title: t('fields.maxLength'),
      isNumeric: true,
      cell: ({ maxLength }) => <CellValue value={maxLength} />,
    },
    {
      key: 'criteria',
      title: t('fields.criteria'),
      isWrapping: true,
      cell: ({ criteria }) => (criteria ? <code>{criteria}</code> : t('fields.always')),
    },
  ]
}
