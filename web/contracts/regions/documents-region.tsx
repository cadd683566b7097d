import { useState } from 'react'
import type { ContractDocument } from '../../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'
import { DocumentView } from './document-view.tsx'
import type { RegionProps } from './region-props.ts'
import { UploadForm } from './upload-form.tsx'

/** The papers of the contract: read in place, added by file or camera. The open one is part of the address. */
export default function DocumentsRegion({ contract }: RegionProps) {
  const t = useText()
  const can = useCan()
  const setQuery = useSetQuery()
  const { document: open } = useQuery()
  const [isAdding, setAdding] = useState(false)
  const query = useAnswer('GET /contracts/{contractId}/documents', {
    path: { contractId: contract.id },
    query: { sortBy: 'createdAt', sortDirection: 'Desc', pageNumber: 1, pageSize: 200 },
  })
  const mayAdd = can('POST /contracts/{contractId}/documents')
  return (
    <div className="contracts-stack">
      {mayAdd && !isAdding && (
        <div>
          <Button onClick={() => setAdding(true)}>{t('documents.add')}</Button>
        </div>
      )}
      {isAdding && <UploadForm contract={contract} onDone={() => setAdding(false)} />}
      <Await query={query} rows={3}>
        {(documents) => {
          const shown = documents.find(({ id }) => String(id) === open)
          if (documents.length === 0)
            return <Empty title={t('documents.empty')} why={t('documents.emptyWhy')} />
          return (
            <>
              <DocumentsTable
                documents={documents}
                open={shown?.id}
                onOpen={(id) => setQuery({ document: id === undefined ? undefined : String(id) })}
              />
              {shown && <DocumentView key={shown.id} document={shown} />}
            </>
          )
        }}
      </Await>
    </div>
  )
}

interface DocumentsTableProps {
  readonly documents: readonly ContractDocument[]
  readonly open: number | undefined
  readonly onOpen: (id: number | undefined) => void
}

function DocumentsTable({ documents, open, onOpen }: DocumentsTableProps) {
  const t = useText()
  const { instant } = useFormat()
  type Row = ContractDocument
  return (
    <Table
      label={t('region.documents')}
      rows={documents}
      rowKey={({ id }) => id}
      columns={[
        {
          ...{ key: 'type', title: t('documents.type') },
          cell: ({ documentTypeCode, documentTypeName }: Row) => {
            const word = wordOf(t, 'documentType', documentTypeCode)
            return word === documentTypeCode ? documentTypeName : word
          },
        },
        { key: 'file', title: t('documents.file'), cell: (row: Row) => row.fileName },
        {
          ...{ key: 'signed', title: t('documents.signed') },
          cell: ({ isSigned }: Row) => isSigned && <Tag tone="good">{t('documents.isSigned')}</Tag>,
        },
        { key: 'at', title: t('documents.at'), cell: (row: Row) => instant(row.createdAt) },
        { key: 'by', title: t('documents.by'), cell: (row: Row) => row.createdBy },
        {
          ...{ key: 'open', title: t('documents.open') },
          cell: ({ id, fileName }: Row) => (
            <Button
              size="small"
              aria-label={t(id === open ? 'documents.hideName' : 'documents.openName', { name: fileName })}
              onClick={() => onOpen(id === open ? undefined : id)}
            >
              {t(id === open ? 'documents.hide' : 'documents.open')}
            </Button>
          ),
        },
      ]}
    />
  )
}
