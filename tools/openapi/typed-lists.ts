// What a list answers in the other two generated clients: its rows and nothing else.
import type {
  ContractSearchResult,
  GetContractsResponse,
  GetV2ContractsResponse,
  PagedResultOfContractSearchResult,
} from './made/hey-api/types.gen.ts'
import type { getContracts } from './made/orval.ts'

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false

export const rows: Same<GetContractsResponse, ContractSearchResult[]> = true
export const page: Same<GetV2ContractsResponse, PagedResultOfContractSearchResult> = true
type Orval = Extract<Awaited<ReturnType<typeof getContracts>>, { status: 200 }>['data']
export const ofOrval: string extends Orval ? false : true = true
