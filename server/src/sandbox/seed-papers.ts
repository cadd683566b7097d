import { createHash } from 'node:crypto'
import { claimDocuments } from '../claims/papers/documents.ts'
import { cents, date, instant, int, orNull, type RowOf, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import type { Tenant } from '../db/tenants.ts'
import { inPieces } from '../documents/arrive-files.ts'
import type { AcceptedFile, Files } from '../documents/files.ts'
import { type FileOwner, saveDocument } from '../documents/save-documents.ts'
import { seedStoreKey } from '../documents/store.ts'
import { documentTypeNamed } from '../domain/document-types.ts'
import { moneyText } from '../domain/figure-text.ts'
import { fileTypes } from '../domain/file-types.ts'
import { found } from '../http/problems.ts'
import { runInTurn } from './contracts/in-turn.ts'
import { plainPdf } from './plain-pdf.ts'

// Papers of some claims and of their contracts, as dealers, shops, lenders and insurers send them.

const claimed = {
  ...{ id: int, number: text, status: text, contractId: int, contractNumber: text, type: text },
  ...{ product: text, plan: text, dealer: text, buyer: text, vin: orNull(text), saleDate: date },
  ...{ retail: cents, finalizedAt: instant, reportedAt: instant, lossDate: date, requested: cents },
  ...{ shop: orNull(text), repairOrder: orNull(text), lender: orNull(text) },
}
type ClaimedContract = RowOf<typeof claimed>

/** The first claim of each product type and status, with its contract. */
const CLAIMS = statement(
  claimed,
  `select distinct on (c.product_type_code, m.status) m.id, m.number, m.status, c.id as "contractId",
     c.number as "contractNumber", c.product_type_code as type, c.product_name as product, c.plan_name as plan,
     d.name as dealer, coalesce(b.company_name, b.first_name || ' ' || b.last_name) as buyer, c.vin,
     c.sale_date as "saleDate", c.retail_price as retail, c.finalized_at as "finalizedAt", m.created_at as "reportedAt",
     m.loss_date as "lossDate", m.requested, s.name as shop, m.repair_order_number as "repairOrder", l.name as lender
   from claim m join contract c on c.id = m.contract_id join account_holder d on d.id = c.dealer_id
     join customer b on b.id = c.customer_id left join account_holder s on s.id = m.repair_facility_id
     left join account_holder l on l.id = c.lien_holder_id
   order by c.product_type_code, m.status, m.id`,
)

interface PaperSeeding {
  readonly files: Files
  readonly tenant: Tenant
  readonly by: string
}

interface Paper {
  readonly owner: FileOwner
  readonly entityId: number
  readonly typeCode: string
  readonly fileName: string
  readonly at: Date
  readonly content: Buffer
  readonly details?: Readonly<Record<string, unknown>>
}

/** Stores the papers, then records them in a fixed order, which fixes the ids. */
export async function seedPapers(tx: Tx, { files, tenant, by }: PaperSeeding): Promise<void> {
  const papers = (await CLAIMS.rows(tx, [])).flatMap((claim) => [
    signedContract(claim),
    ...claimPapers(claim),
  ])
  const kept = await Promise.all(papers.map((paper) => keepPaper(files, tenant, paper)))
  await runInTurn(
    tx,
    kept.map(({ paper, file }) => ({
      changes: [`${paper.owner.entityType} ${paper.entityId}`],
      run: (own) => savePaper(own, paper, file, by),
    })),
  )
}

function savePaper(tx: Tx, paper: Paper, file: AcceptedFile, by: string) {
  const { owner, entityId, typeCode, fileName, at, details = {} } = paper
  const type = found(documentTypeNamed({ documentTypeCode: typeCode }), `document type ${typeCode}`)
  const acting = { now: at, caller: { name: by } }
  return saveDocument(tx, acting, owner, entityId, { facts: { type, fileName, details }, file })
}

const contracts: FileOwner = { entityType: 'Contract' }
const PDF = found(
  fileTypes.find(({ code }) => code === 'pdf'),
  'the file type of PDF',
)

/** The key follows from the owner and the content, so that a new seed finds its files where the last one had them. */
async function keepPaper(
  { arrivals, store }: Files,
  tenant: Tenant,
  paper: Paper,
): Promise<{ readonly paper: Paper; readonly file: AcceptedFile }> {
  const { owner, entityId, fileName, content } = paper
  const arrived = await arrivals.take(inPieces(content))
  const name = `${owner.entityType} ${entityId} ${fileName} ${arrived.checksum.toString('hex')}`
  const storeKey = seedStoreKey(tenant.id, createHash('sha256').update(name).digest())
  await store.keep(storeKey, arrived)
  const { sizeBytes, checksum, hasActiveContent } = arrived
  return { paper, file: { storeKey, fileName, type: PDF, sizeBytes, checksum, hasActiveContent } }
}

function signedContract(claim: ClaimedContract): Paper {
  const { contractNumber, product, plan, dealer, buyer, vin, saleDate, retail, finalizedAt } = claim
  return {
    ...{ owner: contracts, entityId: claim.contractId, typeCode: 'SIGNED', at: finalizedAt },
    fileName: `${contractNumber}-signed.pdf`,
    details: { isSigned: true, signedAt: `${saleDate}T12:00:00Z` },
    content: plainPdf(`Service contract ${contractNumber}`, [
      `${product}, plan ${plan}`,
      `Sold by ${dealer} on ${saleDate} for ${moneyText(retail)}`,
      ...(vin ? [`Vehicle ${vin}`] : []),
      `Contract holder: ${buyer}`,
      '',
      `Signed by the contract holder on ${saleDate}: ${buyer}`,
      `For the dealer: ${dealer}`,
    ]),
  }
}

const BILLED = new Set(['Paid', 'PaymentRequested', 'Closed'])

function claimPapers(claim: ClaimedContract): Paper[] {
  const { id, number, status, type, lossDate, reportedAt, contractNumber, buyer, vin } = claim
  const about = [
    `Claim ${number} on contract ${contractNumber}`,
    `For ${buyer}${vin ? `, vehicle ${vin}` : ''}`,
    '',
  ]
  const paper = (typeCode: string, heading: string, lines: readonly string[]): Paper => ({
    ...{ owner: claimDocuments, entityId: id, typeCode, at: reportedAt },
    fileName: `${number}-${typeCode.toLowerCase()}.pdf`,
    content: plainPdf(heading, [...about, ...lines]),
  })
  if (type === 'GAP')
    return [
      paper('SETTLEMENT', 'Settlement of a total loss', [
        `The vehicle was damaged beyond repair on ${lossDate}.`,
        'The settlement is paid to the lender named on the policy.',
      ]),
      paper('PAYOFF', 'Payoff of a loan', [
        `${claim.lender ?? 'The lender'} states what is owed on ${lossDate}.`,
      ]),
    ]
  const [typeCode, heading] = BILLED.has(status) ? ['INVOICE', 'Invoice'] : ['ESTIMATE', 'Estimate']
  return [
    paper(typeCode ?? '', `${heading} of ${claim.shop ?? 'the customer'}`, [
      `Repair order ${claim.repairOrder ?? 'none'}, vehicle brought in on ${lossDate}`,
      `Labor and parts before tax: ${moneyText(claim.requested)}`,
    ]),
  ]
}
