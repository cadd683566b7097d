import type { Page, Request, Response } from 'playwright-core'

/** What the pages of a window asked for, and what went wrong in them. */
export interface Traffic {
  /** Requests without an answer so far. */
  readonly openRequests: () => number
  /** Refusals of the service: `412 PATCH /contracts/7`. */
  readonly refusals: string[]
  /** Errors in the console or thrown, and breaches of the content security policy. */
  readonly faults: string[]
  /** Whole answers, for a story that looks into them. Kept only when it asks. */
  keepAnswers(): KeptAnswer[]
  /** For the next story. */
  forget(): void
}

export interface KeptAnswer {
  readonly status: number
  readonly method: string
  readonly path: string
  readonly body: Promise<string>
}

/** The browser's own line for an answer from 400 on. What was refused is known better from the answer. */
const OWN_LINE = /^Failed to load resource: the server responded with a status of/

export function watchTraffic(page: Page): Traffic {
  const open = new Set<Request>()
  const refusals: string[] = []
  const faults: string[] = []
  let kept: KeptAnswer[] | undefined
  // The live event log is never answered to its end.
  page.on('request', (request) => isStream(request) || open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  // A page that is left has no open requests, though nobody says so.
  page.on('framenavigated', (frame) => frame === page.mainFrame() && open.clear())
  page.on('response', (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${named(response)}`)
    kept?.push(keptAnswer(response))
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && !OWN_LINE.test(message.text()))
      faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  return {
    openRequests: () => open.size,
    refusals,
    faults,
    keepAnswers: () => {
      kept ??= []
      return kept
    },
    forget: () => {
      refusals.length = 0
      faults.length = 0
      kept = undefined
    },
  }
}

const isStream = (request: Request) => new URL(request.url()).pathname === '/events/stream'
const pathOf = (response: Response) => new URL(response.url()).pathname
const named = (response: Response) => `${response.request().method()} ${pathOf(response)}`

function keptAnswer(response: Response): KeptAnswer {
  return {
    status: response.status(),
    method: response.request().method(),
    path: response.url().replace(/^https?:\/\/[^/]+/, ''),
    // Pages and redirects have no text to look into, and a page that is left takes it along.
    body: response.text().catch(() => ''),
  }
}
