// One worker is down: administrators on the others work as before, those on it are told to come again, and all is well by
// itself when it is back.
import { setTimeout as sleep } from 'node:timers/promises'
import { contractLife, factsOf, openCaller, openDiary, signIn } from './callers.mjs'
import { printFaults } from './examine.mjs'
import { act } from './nodes.mjs'

const WELL_WITHIN_MILLISECONDS = 30_000
const TOLD_WITHIN_MILLISECONDS = 10_000
/** Who was signed in is known for two seconds. */
const KNOWN_MILLISECONDS = 2_500

export async function oneWorkerDown({ installation, nodes, placeOf }) {
  const faults = []
  const figures = []
  for (const node of nodes.filter(({ isCoordinator }) => !isCoordinator)) {
    const there = []
    const elsewhere = []
    for (const administrator of installation.administrators) {
      const caller = openCaller(installation, administrator)
      const facts = await factsOf(caller, openDiary())
      const { contract, claim } = await sampleOf(caller, facts)
      const team = { caller, facts, contract, claim }
      ;((await placeOf(administrator)) === node.name ? there : elsewhere).push(team)
    }
    if (there.length === 0 || elsewhere.length === 0) throw new Error(`${node.name} has all or none.`)
    act('stop', node)
    try {
      await sleep(KNOWN_MILLISECONDS)
      faults.push(...(await readyFaults(installation, node)))
      const { told, slowest } = await away(installation, there, node)
      faults.push(...told)
      faults.push(...(await working(installation, elsewhere, node)))
      faults.push(...(await readyFaults(installation, node)))
      figures.push(`told in ${slowest} ms`)
    } finally {
      act('start', node)
    }
    const began = Date.now()
    for (const team of there) faults.push(...(await backAgain(installation, team, node)))
    figures.push(`back in ${Date.now() - began} ms`)
  }
  printFaults(installation, faults)
  return { faults, figures }
}

async function sampleOf(caller, facts) {
  const diary = openDiary()
  await contractLife(caller, facts, diary)
  const of = (kind) => diary.writes.find((write) => write.kind === kind).answer.body.id
  return { contract: of('sale'), claim: of('claim') }
}

/** The service can do its work for the others, so it is ready. */
async function readyFaults({ url }, node) {
  const { status } = await fetch(`${url}/readyz`)
  return status === 200 ? [] : [`/readyz answered ${status} while ${node.name} was down`]
}

/** Every request of those on the node is answered 503 with Retry-After, also their sign-in. */
async function away(installation, teams, node) {
  const told = []
  let slowest = 0
  for (const { caller, facts, contract, claim } of teams) {
    const { number } = caller.administrator
    const requests = {
      'sign-in': () => signIn(installation, caller.administrator),
      'a read': () => caller.get(`/contracts/${contract}`),
      'a list': () => caller.get('/contracts?pageSize=5'),
      'a report': () => caller.get('/books/verification'),
      'a claim': () => caller.get(`/claims/${claim}`),
      'a sale': () => caller.post('/contracts', { rateId: facts.rateId, retailPrice: 1395 }),
      'a finalize': () => caller.post(`/contracts/${contract}/finalize`, {}),
      'a cancel': () =>
        caller.post(`/contracts/${contract}/cancels`, {
          cancelDate: facts.today,
          cancelReasonCode: 'CUSTREQ',
        }),
    }
    for (const [name, request] of Object.entries(requests)) {
      const began = Date.now()
      const { status, headers, text } = await request()
      slowest = Math.max(slowest, Date.now() - began)
      if (status !== 503 || !Number(headers.get('retry-after')))
        told.push(`${number} on ${node.name}, which is down: ${name} was answered ${status} ${text}`)
    }
  }
  if (slowest > TOLD_WITHIN_MILLISECONDS)
    told.push(`an answer took ${slowest} ms while ${node.name} was down`)
  return { told, slowest }
}

/** The others sign in, read, sell, are paid, claim and cancel, and nothing of it fails or is tried again. */
async function working(installation, teams, node) {
  const faults = []
  for (const { caller, facts, contract } of teams) {
    const { number } = caller.administrator
    const { status } = await signIn(installation, caller.administrator)
    if (status !== 200) faults.push(`${number} could not sign in while ${node.name} was down: ${status}`)
    const wrong = await signIn(installation, { ...caller.administrator, clientSecret: 'wrong' })
    if (wrong.status !== 401) faults.push(`${number}: a wrong secret was answered ${wrong.status}`)
    const diary = openDiary({ isPatient: false })
    try {
      for (const path of [
        `/contracts/${contract}`,
        '/contracts?pageSize=5',
        '/books/verification',
        '/events',
      ])
        await diary.read(caller, path)
      await contractLife(caller, facts, diary)
    } catch (error) {
      if (diary.faults.length === 0) throw error
    }
    faults.push(...diary.faults.map((fault) => `while ${node.name} was down, ${fault}`))
  }
  return faults
}

async function backAgain(installation, { caller, facts, contract }, node) {
  const { number } = caller.administrator
  for (const end = Date.now() + WELL_WITHIN_MILLISECONDS; ; await sleep(50)) {
    const { status } = await caller.get(`/contracts/${contract}`)
    if (status === 200) break
    if (Date.now() > end) return [`${number} gets ${status} long after ${node.name} is back`]
  }
  const diary = openDiary({ isPatient: false })
  const signedIn = await signIn(installation, caller.administrator)
  if (signedIn.status !== 200) return [`${number} cannot sign in after ${node.name} is back`]
  await contractLife(caller, facts, diary).catch(() => undefined)
  return diary.faults.map((fault) => `after ${node.name} was back, ${fault}`)
}
