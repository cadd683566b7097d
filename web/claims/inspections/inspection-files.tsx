import { lazy, Suspense, useState } from 'react'
import type { Inspection, InspectionFile } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { base64OfFile } from '../../api/base64.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { Field, SelectField } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Loading } from '../../ui/states.tsx'
import { useDone } from '../done.ts'
import { useText, wordOf } from '../text.ts'

const Shown = lazy(async () => ({ default: (await import('../papers/document-view.tsx')).Shown }))
const kinds = ['Photo', 'Report', 'Estimate'] as const

/** Photos and reports. The open one is part of the address. */
export function InspectionFiles({ inspection }: { readonly inspection: Inspection }) {
  const t = useText()
  const can = useCan()
  const setQuery = useSetQuery()
  const { file: open } = useQuery()
  const shown = inspection.files.find(({ id }) => String(id) === open)
  return (
    <Panel title={t('files.title')} id="files">
      <div className="stack">
        {can('POST /claims/{claimId}/inspectionfiles/{inspectionId}') && <AddFile inspection={inspection} />}
        {inspection.files.length === 0 ? (
          <p className="muted">{t('files.none')}</p>
        ) : (
          <ul className="claims-files">
            {inspection.files.map(({ id, fileName, kind }) => (
              <li key={id}>
                <Button
                  aria-expanded={id === shown?.id}
                  onClick={() => setQuery({ file: id === shown?.id ? undefined : String(id) })}
                >
                  {fileName}
                </Button>
                <span className="muted">{wordOf(t, 'fileKind', kind)}</span>
              </li>
            ))}
          </ul>
        )}
        {shown && <FileView key={shown.id} file={shown} />}
      </div>
    </Panel>
  )
}

function FileView({ file }: { readonly file: InspectionFile }) {
  const query = useAnswer(
    'GET /files/{fileId}',
    { path: { fileId: file.id } },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  return (
    <Await query={query} rows={4}>
      {({ data, contentType, fileName, hasActiveContent }) => (
        <Suspense fallback={<Loading rows={4} />}>
          <Shown data={data} type={contentType} name={fileName} isActive={hasActiveContent} />
        </Suspense>
      )}
    </Await>
  )
}

function AddFile({ inspection }: { readonly inspection: Inspection }) {
  const t = useText()
  const done = useDone()
  const [kind, setKind] = useState<(typeof kinds)[number]>('Photo')
  const [file, setFile] = useState<File>()
  const { run, isRunning, error } = useExecute('POST /claims/{claimId}/inspectionfiles/{inspectionId}')
  const add = async () => {
    if (!file) return
    const answer = await run({
      path: { claimId: inspection.claimId, inspectionId: inspection.id },
      body: {
        ...{ fileName: file.name, contentType: file.type || 'application/pdf', kind },
        data: await base64OfFile(file),
      },
    })
    if (answer) done(t('documents.added', { name: file.name }))
  }
  return (
    <form
      className="stack"
      aria-label={t('files.add')}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <FaultSummary error={error} />
      <div className="form-grid">
        <SelectField
          label={t('files.kind')}
          name="/kind"
          isRequired
          value={kind}
          options={kinds.map((value) => ({ value, title: wordOf(t, 'fileKind', value) }))}
          onChange={(value) => setKind(kinds.find((one) => one === value) ?? 'Photo')}
        />
        <Field label={t('documents.file')} name="/data" hint={t('documents.hint')} isRequired>
          {(ids) => (
            <input
              {...ids}
              className="input"
              type="file"
              accept="application/pdf,image/*"
              onChange={({ target }) => setFile(target.files?.[0])}
            />
          )}
        </Field>
      </div>
      <div className="row">
        <Button type="submit" isBusy={isRunning} disabledReason={file ? undefined : t('documents.noFile')}>
          {t('files.add')}
        </Button>
      </div>
    </form>
  )
}
