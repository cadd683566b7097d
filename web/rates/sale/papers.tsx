import { useState } from 'react'
import type { Contract } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { blobOfBase64 } from '../../api/base64.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PdfFrame } from '../../ui/pdf.tsx'
import { Await } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { termTitle } from '../offers/words.ts'
import { useText } from '../text.ts'
import { SignedForm } from './signed-form.tsx'

/** After the sale: the form to sign, the signed form, and the way to the contract. */
export function Papers({ identifier }: { readonly identifier: string }) {
  const contract = useAnswer('GET /v2/contracts/{identifier}', { path: { identifier } })
  return <Await query={contract}>{(data) => <PapersOf contract={data} />}</Await>
}

function PapersOf({ contract }: { readonly contract: Contract }) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const { id, number, plan, term, customer } = contract
  const name = number ?? t('papers.quote', { id })
  const path = `/contracts/${number ?? id}`
  return (
    <div className="rates-sale">
      <header className="rates-sale-head">
        <div>
          <h1>{t('papers.title', { number: name })}</h1>
          <p>{t('papers.next')}</p>
        </div>
        <div className="rates-actions">
          <Link to={path} className="button button-main">
            {t('papers.open', { number: name })}
          </Link>
          <Link to="/quote" className="button button-plain">
            {t('papers.again')}
          </Link>
        </div>
      </header>
      <Panel title={t('papers.contract')}>
        <Facts
          items={[
            { label: t('papers.status'), value: <Status value={contract.statusLabel} /> },
            { label: t('papers.customer'), value: nameOf(customer) },
            { label: t('papers.plan'), value: `${plan.name} ${termTitle(t, format, term)}` },
            { label: t('papers.price'), value: format.money(contract.retailPrice) },
            { label: t('sale.tax'), value: format.money(contract.salesTax.totalTax) },
            { label: t('compare.until'), value: format.date(contract.expirationDate) },
          ]}
        />
      </Panel>
      {can('POST /contracts/{contractId}/documents') && (
        <>
          <PrintForm contractId={id} name={name} />
          <SignedForm contractId={id} />
        </>
      )}
    </div>
  )
}

const nameOf = (customer: Contract['customer']) =>
  customer && (customer.companyName ?? [customer.firstName, customer.lastName].filter(Boolean).join(' '))

/** Draws the form and shows it in place. */
function PrintForm({ contractId, name }: { readonly contractId: number; readonly name: string }) {
  const t = useText()
  const execution = useExecute('POST /contracts/{contractId}/documents')
  const [form, setForm] = useState<File>()
  const draw = async () => {
    const answer = await execution.run({ path: { contractId }, body: { generate: true } })
    const pdf = answer?.data.generatedDocument?.pdf
    if (!pdf) return
    const { data, contentType: type, fileName } = pdf
    setForm(new File([blobOfBase64(data, type)], fileName, { type }))
  }
  return (
    <Panel title={t('papers.form')} description={t('papers.formWhy')}>
      <FaultSummary error={execution.error} />
      <div className="rates-actions">
        <Button
          kind={form ? 'plain' : 'main'}
          icon="print"
          isBusy={execution.isRunning}
          onClick={() => void draw()}
        >
          {t('papers.print')}
        </Button>
      </div>
      {form && <PdfFrame title={form.name || name} blob={form} />}
    </Panel>
  )
}
