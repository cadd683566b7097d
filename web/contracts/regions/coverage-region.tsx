import { useState } from 'react'
import type { ContractComponent, PPMServiceData } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import type { RegionProps } from './region-props.ts'

/** Whether a part is covered. A prepaid maintenance contract has services instead of parts. */
export default function CoverageRegion({ contract }: RegionProps) {
  return contract.ppmServices.length > 0 ? (
    <Services contract={contract} />
  ) : (
    <Components contract={contract} />
  )
}

function Components({ contract }: RegionProps) {
  const t = useText()
  const query = useAnswer('GET /contracts/{contractId}/coveragecomponents', {
    path: { contractId: contract.id },
  })
  return (
    <Await query={query} rows={4}>
      {(components) =>
        components.length === 0 ? (
          <Empty title={t('coverage.empty')} why={t('coverage.emptyWhy')} />
        ) : (
          <Question components={components} />
        )
      }
    </Await>
  )
}

/** Case, accents and what is no letter do not count: "Water pump" is found by "waterpump". */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .toLowerCase()

/** How many components stand there before anything is asked. */
const FIRST = 8

function Question({ components }: { readonly components: readonly ContractComponent[] }) {
  const t = useText()
  const { money } = useFormat()
  const [asked, setAsked] = useState('')
  const [isWhole, setWhole] = useState(false)
  const wanted = plain(asked)
  const found = components.filter(({ name, code, groupCode }) =>
    [name, code, groupCode].some((text) => plain(text).includes(wanted)),
  )
  const [only] = found
  const shown = isWhole || wanted !== '' ? found : found.slice(0, FIRST)
  return (
    <div className="contracts-stack">
      <TextField
        {...{ label: t('coverage.question'), name: 'component', value: asked, onChange: setAsked }}
        type="search"
        placeholder={t('coverage.example')}
      />
      <p role="status" className="contracts-answer">
        {wanted !== '' && answer()}
      </p>
      {found.length > 0 && (
        <Table
          label={t('coverage.table')}
          rows={shown}
          rowKey={({ id }) => id}
          columns={[
            { key: 'name', title: t('coverage.component'), cell: (row: ContractComponent) => row.name },
            { key: 'group', title: t('coverage.group'), cell: (row: ContractComponent) => row.groupCode },
            {
              ...{ key: 'covered', title: t('coverage.covered') },
              cell: ({ isCovered }: ContractComponent) => (
                <Status
                  value={isCovered ? 'Covered' : 'NotCovered'}
                  tone={isCovered ? 'good' : 'bad'}
                  title={t(isCovered ? 'coverage.yes' : 'coverage.no')}
                />
              ),
            },
            {
              ...{ key: 'limit', title: t('coverage.limit'), isNumeric: true },
              cell: ({ limit }: ContractComponent) => (limit === null ? '' : money(limit)),
            },
          ]}
        />
      )}
      {shown.length < found.length && (
        <div>
          <Button onClick={() => setWhole(true)}>{t('coverage.all', { count: found.length })}</Button>
        </div>
      )}
    </div>
  )

  function answer(): string {
    if (!only) return t('coverage.unknown', { asked })
    if (found.length > 1) {
      const covered = found.filter(({ isCovered }) => isCovered).length
      return t('coverage.several', { count: found.length, covered })
    }
    return t(only.isCovered ? 'coverage.isCovered' : 'coverage.isNotCovered', {
      name: only.name,
      group: only.groupCode,
    })
  }
}

function Services({ contract }: RegionProps) {
  const t = useText()
  const { count, date, miles } = useFormat()
  const query = useAnswer('GET /contracts/{contractId}/ppmservices', { path: { contractId: contract.id } })
  return (
    <Await query={query} rows={4}>
      {(services) => (
        <Table
          label={t('services.table')}
          rows={services}
          rowKey={({ id }) => id}
          columns={[
            { key: 'name', title: t('services.name'), cell: (row: PPMServiceData) => row.name },
            {
              key: 'quantity',
              title: t('services.sold'),
              isNumeric: true,
              cell: (row) => count(row.quantity),
            },
            { key: 'used', title: t('services.used'), isNumeric: true, cell: (row) => count(row.used) },
            {
              key: 'remaining',
              title: t('services.left'),
              isNumeric: true,
              cell: (row) => count(row.remaining),
            },
            { key: 'due', title: t('services.due'), cell: (row) => date(row.nextDueDate) },
            {
              key: 'dueMiles',
              title: t('services.dueMiles'),
              isNumeric: true,
              cell: (row) => miles(row.nextDueOdometer),
            },
          ]}
        />
      )}
    </Await>
  )
}
