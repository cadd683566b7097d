import { createHash } from 'node:crypto'
import { claimDocuments } from '../claims/papers/documents.ts'
import { cents, date, instant, int, orNull, type RowOf, text } from '../db/columns.ts'
import type { Tx } from '../db/database.ts'
import { command, statement } from '../db/statement.ts'
import type { Tenant } from '../db/tenants.ts'
import { inPieces } from '../documents/arrive-files.ts'
import type { AcceptedFile, Files } from '../documents/files.ts'
import type { FileOwner } from '../documents/save-documents.ts'
import { seedStoreKey } from '../documents/store.ts'
import { documentTypeNamed } from '../domain/document-types.ts'
import { moneyText } from '../domain/figure-text.ts'
import { type FileType, fileTypes } from '../domain/file-types.ts'
import { found } from '../http/problems.ts'
import { plainPdf } from './plain-pdf.ts'

// Papers of some claims and of their contracts, as dealers, shops, lenders and insurers send them.

const signed = {
  ...{ contractId: int, contractNumber: text, product: text, plan: text, dealer: text, buyer: text },
  ...{ vin: orNull(text), saleDate: date, retail: cents, finalizedAt: instant },
}
type SignedContract = RowOf<typeof signed>

const claimed = {
  ...signed,
  ...{ id: int, number: text, status: text, type: text, reportedAt: instant, lossDate: date },
  ...{ requested: cents, shop: orNull(text), repairOrder: orNull(text), lender: orNull(text) },
}
type ClaimedContract = RowOf<typeof claimed>

const SIGNED = `c.id as "contractId", c.number as "contractNumber", c.product_name as product, c.plan_name as plan,
  d.name as dealer, coalesce(b.company_name, b.first_name || ' ' || b.last_name) as buyer, c.vin,
  c.sale_date as "saleDate", c.retail_price as retail, c.finalized_at as "finalizedAt"`

/** Contracts with higher ids that were finalized. */
const FINALIZED = statement(
  signed,
  `select ${SIGNED} from contract c join account_holder d on d.id = c.dealer_id join customer b on b.id = c.customer_id
   where c.id > $1 and c.finalized_at is not null order by c.id`,
)

/** The first claim of each product type and status on contracts with higher ids, with its contract. */
const CLAIMS = statement(
  claimed,
  `select distinct on (c.product_type_code, m.status) m.id, m.number, m.status, ${SIGNED},
     c.product_type_code as type, m.created_at as "reportedAt", m.loss_date as "lossDate", m.requested, s.name as shop, m.repair_order_number as "repairOrder", l.name as lender
   from claim m join contract c on c.id = m.contract_id join account_holder d on d.id = c.dealer_id
     join customer b on b.id = c.customer_id left join account_holder s on s.id = m.repair_facility_id
     left join account_holder l on l.id = c.lien_holder_id
   where c.id > $1
   order by c.product_type_code, m.status, m.id`,
)

export interface PaperSeeding {
  readonly files: Files
  readonly tenant: Tenant
  readonly by: string
}

export interface Paper {
  readonly owner: FileOwner
  readonly entityId: number
  readonly typeCode: string
  readonly fileName: string
  readonly at: Date
  readonly content: Buffer
  /** Absent: a PDF. */
  readonly type?: FileType
  readonly details?: Readonly<Record<string, unknown>>
}

/** Stores the papers, then records them in a fixed order, which fixes the ids. */
export async function seedPapers(tx: Tx, seeding: PaperSeeding): Promise<void> {
  const papers = (await CLAIMS.rows(tx, [0])).flatMap((claim) => [
    signedContract(claim),
    ...claimPapers(claim),
  ])
  await savePapers(tx, seeding.by, await keepPapers(seeding, papers))
}

/** The signed copies of all contracts with higher ids that were finalized. */
export const loadSigned = async (tx: Tx, afterContract: number): Promise<Paper[]> =>
  (await FINALIZED.rows(tx, [afterContract])).map(signedContract)

/** The papers of claims on contracts with higher ids. */
export const loadClaimPapers = async (tx: Tx, afterContract: number): Promise<Paper[]> =>
  (await CLAIMS.rows(tx, [afterContract])).flatMap(claimPapers)

interface KeptPaper {
  readonly paper: Paper
  readonly file: AcceptedFile
}

/** Stores the files of papers. Their records follow. */
export const keepPapers = ({ files, tenant }: PaperSeeding, papers: readonly Paper[]): Promise<KeptPaper[]> =>
  Promise.all(papers.map((paper) => keepPaper(files, tenant, paper)))

/** Records papers in their order with two statements, each as the first version of a new document. */
export async function savePapers(tx: Tx, by: string, kept: readonly KeptPaper[]): Promise<void> {
  const owners = kept.map(({ paper: { owner } }) => owner.entityType)
  const ids = kept.map(({ paper: { entityId } }) => entityId)
  const names = kept.map(({ paper: { fileName } }) => fileName)
  const times = kept.map(({ paper: { at } }) => at)
  const types = kept.map(({ paper: { typeCode } }) =>
    found(documentTypeNamed({ documentTypeCode: typeCode }), `document type ${typeCode}`),
  )
  const documents = await INSERT_DOCUMENTS.rows(tx, [
    ...[owners, ids, types.map(({ id }) => id), names],
    ...[kept.map(({ paper: { details = {} } }) => JSON.stringify(details)), times, by],
  ])
  await INSERT_FILES.run(tx, [
    ...[owners, ids, documents.map(({ id }) => id), names],
    ...[kept.map(({ file }) => file.type.contentType), kept.map(({ file }) => file.storeKey)],
    ...[kept.map(({ file }) => file.sizeBytes), kept.map(({ file }) => file.checksum.toString('hex'))],
    ...[times, by],
  ])
}

const INSERT_DOCUMENTS = statement(
  { id: int },
  `insert into document
     (entity_type, entity_id, document_type_id, file_name, details, versions, created_at, created_by)
   select new.entity_type, new.entity_id, new.type_id, new.file_name, new.details::jsonb, 1, new.at, $7
   from unnest($1::text[], $2::bigint[], $3::integer[], $4::text[], $5::text[], $6::timestamptz[]) with ordinality
     as new (entity_type, entity_id, type_id, file_name, details, at, position)
   order by new.position returning id`,
)
const INSERT_FILES = command(
  `insert into file (entity_type, entity_id, document_id, version, file_name, content_type, store_key, size_bytes,
     checksum, created_at, created_by)
   select new.entity_type, new.entity_id, new.document_id, 1, new.file_name, new.content_type, new.store_key,
     new.size_bytes, decode(new.checksum, 'hex'), new.at, $10
   from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[],
     $9::timestamptz[]) with ordinality
     as new (entity_type, entity_id, document_id, file_name, content_type, store_key, size_bytes, checksum, at, position)
   order by new.position`,
)

const contracts: FileOwner = { entityType: 'Contract' }
const PDF = found(
  fileTypes.find(({ code }) => code === 'pdf'),
  'the file type of PDF',
)

/** The key follows from the owner and the content, so that a new seed finds its files where the last one had them. */
export async function keepPaper(
  { arrivals, store }: Files,
  tenant: Tenant,
  paper: Paper,
): Promise<KeptPaper> {
  const { owner, entityId, fileName, content, type = PDF } = paper
  const arrived = await arrivals.take(inPieces(content))
  const name = `${owner.entityType} ${entityId} ${fileName} ${arrived.checksum.toString('hex')}`
  const storeKey = seedStoreKey(tenant.id, createHash('sha256').update(name).digest())
  await store.keep(storeKey, arrived)
  const { sizeBytes, checksum, hasActiveContent } = arrived
  return { paper, file: { storeKey, fileName, type, sizeBytes, checksum, hasActiveContent } }
}

function signedContract(contract: SignedContract): Paper {
  const { contractNumber, product, plan, dealer, buyer, vin, saleDate, retail, finalizedAt } = contract
  return {
    ...{ owner: contracts, entityId: contract.contractId, typeCode: 'SIGNED', at: finalizedAt },
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
