import { useMemo } from 'react'
import type { ComplaintCauseCorrection, ContractComponent, Issue } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import type { Option } from '../../ui/fields/field.tsx'
import { useRights } from '../rights.ts'

const LONG = 10 * 60 * 1000

interface Choices {
  readonly complaints: readonly Option[]
  readonly causes: readonly Option[]
  readonly corrections: readonly Option[]
}

type Chosen = Pick<Issue, 'complaintCode' | 'causeCode'>

export interface Complaints {
  /** What can follow from what was chosen: only combinations that exist. */
  choices(chosen: Readonly<Record<keyof Chosen, string>>): Choices
  /** The name of a code, such as Noise for NOISE. */
  nameOf(kind: 'complaint' | 'cause' | 'correction', code: string | null): string
  readonly isLoaded: boolean
}

/** The complaints, causes and corrections that go together for a type of product. */
export function useComplaints(productTypeCode: string | undefined): Complaints {
  const extra = { staleTime: LONG }
  const complaints = useAnswer('GET /claims/complaints', {}, extra).data?.data
  const causes = useAnswer('GET /claims/causes', {}, extra).data?.data
  const corrections = useAnswer('GET /claims/corrections', {}, extra).data?.data
  const listed = useAnswer(
    'GET /claims/complaintcausecorrections',
    { query: { ...(productTypeCode === undefined ? {} : { productTypeCode }) } },
    extra,
  ).data?.data
  return useMemo(() => {
    const names = {
      complaint: namesOf(complaints),
      cause: namesOf(causes),
      correction: namesOf(corrections),
    }
    const options = (
      name: 'complaintCode' | 'causeCode' | 'correctionCode',
      kind: keyof typeof names,
      rows: readonly ComplaintCauseCorrection[],
    ): Option[] =>
      [...new Set(rows.map((row) => row[name]))].map((code) => ({
        value: code,
        title: names[kind].get(code) ?? code,
      }))
    return {
      isLoaded: listed !== undefined && complaints !== undefined,
      nameOf: (kind, code) => (code ? (names[kind].get(code) ?? code) : ''),
      choices({ complaintCode, causeCode }) {
        const rows = listed ?? []
        const ofComplaint = rows.filter((row) => complaintCode === '' || row.complaintCode === complaintCode)
        const ofCause = ofComplaint.filter((row) => causeCode === '' || row.causeCode === causeCode)
        return {
          complaints: options('complaintCode', 'complaint', rows),
          causes: options('causeCode', 'cause', ofComplaint),
          corrections: options('correctionCode', 'correction', ofCause),
        }
      },
    }
  }, [complaints, causes, corrections, listed])
}

const namesOf = (rows: readonly { readonly code: string; readonly name: string }[] | undefined) =>
  new Map((rows ?? []).map(({ code, name }) => [code, name]))

/** The components of a contract, covered or not. A shop may not read contracts, and gets none. */
export function useComponents(contractId: number | undefined): readonly ContractComponent[] {
  const rights = useRights()
  const { data } = useAnswer(
    'GET /contracts/{contractId}/coveragecomponents',
    { path: { contractId: contractId ?? 0 } },
    { enabled: rights.contract && contractId !== undefined, staleTime: LONG },
  )
  return data?.data ?? []
}

const productTypes: Readonly<Record<string, string>> = {
  ...{ Repair: 'VSC', GAP: 'GAP', PPM: 'PPM', TireWheel: 'TW', Key: 'KEY' },
}

/** The type of product behind a type of claim, for callers who may not read the contract. */
export const productTypeOf = (claimType: string): string | undefined => productTypes[claimType]
