import { useState } from 'react'
import type { Claim } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { base64OfFile } from '../../api/base64.ts'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { Field, SelectField } from '../../ui/fields/field.tsx'
import { useDone } from '../done.ts'
import { useText, wordOf } from '../text.ts'

interface UploadFormProps {
  readonly claim: Claim
  readonly onDone: () => void
}

/** Adds a paper to the claim. On a phone the camera is offered. */
export function UploadForm({ claim, onDone }: UploadFormProps) {
  const t = useText()
  const done = useDone()
  const types = (useAnswer('GET /documenttypes').data?.data ?? []).filter(({ acceptedOn }) =>
    acceptedOn.includes('Claim'),
  )
  const [code, setCode] = useState('ESTIMATE')
  const [file, setFile] = useState<File>()
  const { run, isRunning, error } = useExecute('POST /claims/{claimId}/documents')
  const upload = async () => {
    if (!file) return
    const answer = await run({
      path: { claimId: claim.id },
      body: {
        ...{ documentTypeCode: code, fileName: file.name, documentData: await base64OfFile(file) },
        ...(file.type === '' ? {} : { contentType: file.type }),
      },
    })
    if (!answer) return
    done(t('documents.added', { name: file.name }))
    onDone()
  }
  return (
    <form
      className="stack"
      aria-label={t('documents.add')}
      onSubmit={(event) => {
        event.preventDefault()
        void upload()
      }}
    >
      <FaultSummary error={error} />
      <div className="form-grid">
        <SelectField
          label={t('documents.type')}
          name="/documentTypeCode"
          isRequired
          value={code}
          options={types.map((type) => {
            const word = wordOf(t, 'documentType', type.code)
            return { value: type.code, title: word === type.code ? type.name : word }
          })}
          onChange={setCode}
        />
        <Field label={t('documents.file')} name="/documentData" hint={t('documents.hint')} isRequired>
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
        <Button
          type="submit"
          kind="main"
          isBusy={isRunning}
          disabledReason={file ? undefined : t('documents.noFile')}
        >
          {t('documents.upload')}
        </Button>
        <Button onClick={onDone}>{t('close')}</Button>
      </div>
    </form>
  )
}
