import { lazy, Suspense, useState } from 'react'
import type { Claim, ClaimDocument } from '../../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Loading } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText, wordOf } from '../text.ts'
import { UploadForm } from './upload-form.tsx'

const DocumentView = lazy(async () => ({ default: (await import('./document-view.tsx')).DocumentView }))

/** Estimates, invoices, photos and letters of the claim. The open one is part of the address. */
export function DocumentsPanel({ claim }: { readonly claim: Claim }) {
  const t = useText()
  const can = useCan()
  const setQuery = useSetQuery()
  const { document: open } = useQuery()
  const format = useFormat()
  const [isAdding, setAdding] = useState(false)
  const shown = claim.documents.find(({ id }) => String(id) === open)
  return (
    <Panel
      title={t('documents.title')}
      id="documents"
      actions={
        can('POST /claims/{claimId}/documents') && (
          <Button icon="upload" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
            {t('documents.add')}
          </Button>
        )
      }
    >
      <div className="stack">
        {isAdding && <UploadForm claim={claim} onDone={() => setAdding(false)} />}
        {claim.documents.length === 0 ? (
          <p className="muted">{t('documents.none')}</p>
        ) : (
          <Table
            label={t('documents.title')}
            rows={claim.documents}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'type',
                title: t('documents.type'),
                cell: (row: ClaimDocument) => wordOf(t, 'documentType', row.documentTypeCode),
              },
              { key: 'file', title: t('documents.file'), isWrapping: true, cell: (row) => row.fileName },
              {
                key: 'at',
                title: t('documents.at'),
                isWrapping: true,
                cell: (row) => format.instant(row.createdAt),
              },
              {
                key: 'open',
                title: t('documents.open'),
                isTitleHidden: true,
                cell: ({ id, fileName }) => (
                  <Button
                    size="small"
                    aria-label={t(id === shown?.id ? 'documents.hideName' : 'documents.openName', {
                      name: fileName,
                    })}
                    onClick={() => setQuery({ document: id === shown?.id ? undefined : String(id) })}
                  >
                    {t(id === shown?.id ? 'documents.hide' : 'documents.open')}
                  </Button>
                ),
              },
            ]}
          />
        )}
        {shown && (
          <Suspense fallback={<Loading rows={4} />}>
            <DocumentView key={shown.id} claimId={claim.id} documentId={shown.id} />
          </Suspense>
        )}
      </div>
    </Panel>
  )
}
