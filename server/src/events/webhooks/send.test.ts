import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { checkedLookup } from './resolve.ts'
import { openSender, type Sender, type SenderSettings } from './send.ts'
import { newWebhookSecret, signatureOf, signingKey } from './signature.ts'

const open: (Server | Sender)[] = []
afterEach(() => {
  for (const one of open.splice(0)) {
    if ('closeAllConnections' in one) one.closeAllConnections()
    one.close()
  }
})

async function receiver(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function sender(settings: Partial<SenderSettings> = {}): Sender {
  const made = openSender({ isSandbox: true, times: { answerMilliseconds: 2_000 }, ...settings })
  open.push(made)
  return made
}

const call = (url: string) => ({
  url,
  headers: { 'content-type': 'application/cloudevents+json' },
  body: '{"a":"é"}',
})

describe('an attempt', () => {
  test('posts the body and tells the status', async () => {
    const seen: unknown[] = []
    const port = await receiver((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        seen.push([
          request.method,
          request.url,
          request.headers['content-type'],
          Buffer.concat(chunks).toString(),
        ])
        response.writeHead(Number(request.url?.slice(1))).end('thanks')
      })
    })
    const { send } = sender()
    for (const status of [200, 204, 404, 410, 500])
      expect(await send(call(`http://127.0.0.1:${port}/${status}`))).toEqual({ responseStatus: status })
    expect(seen[0]).toEqual(['POST', '/200', 'application/cloudevents+json', '{"a":"é"}'])
  })

  test('does not follow a redirect', async () => {
    let requests = 0
    const port = await receiver((_, response) => {
      requests += 1
      response.writeHead(307, { location: `http://127.0.0.1:${port}/other` }).end()
    })
    expect(await sender().send(call(`http://127.0.0.1:${port}/`))).toEqual({ responseStatus: 307 })
    expect(requests).toBe(1)
  })

  test('uses a connection again, and a new one if the receiver has closed it', async () => {
    const ports: (number | undefined)[] = []
    const sockets = new Set<{ destroy(): void }>()
    const port = await receiver((request, response) => {
      ports.push(request.socket.remotePort)
      sockets.add(request.socket)
      request.resume().on('end', () => response.end())
    })
    const { send } = sender()
    const url = `http://127.0.0.1:${port}/`
    for (let time = 0; time < 3; time += 1) expect(await send(call(url))).toEqual({ responseStatus: 200 })
    expect(new Set(ports).size).toBe(1)
    for (const socket of sockets) socket.destroy()
    expect(await send(call(url))).toEqual({ responseStatus: 200 })
    expect(new Set(ports).size).toBe(2)
  })

  test('ends when there is no answer in time', async () => {
    const port = await receiver(() => undefined)
    const { send } = sender({ times: { answerMilliseconds: 100 } })
    expect(await send(call(`http://127.0.0.1:${port}/`))).toEqual({ error: 'No answer within 0.1 seconds.' })
  })

  test('counts as answered when the status came in time, however long the rest takes', async () => {
    const port = await receiver((_, response) => {
      response.writeHead(200).write('the beginning')
    })
    const { send } = sender({ times: { answerMilliseconds: 200 } })
    expect(await send(call(`http://127.0.0.1:${port}/`))).toEqual({ responseStatus: 200 })
  })

  test('reads no endless answer', async () => {
    const port = await receiver((_, response) => {
      const write = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', write)
      }
      write()
    })
    const began = performance.now()
    expect(await sender().send(call(`http://127.0.0.1:${port}/`))).toEqual({ responseStatus: 200 })
    expect(performance.now() - began).toBeLessThan(1_500)
  })

  test('says in plain words why there was no answer', async () => {
    const closed = await receiver(() => undefined)
    const [server] = open.splice(0)
    await new Promise((resolve) => (server as Server).close(resolve))
    const broken = await receiver((request) => request.socket.destroy())
    const odd = await receiver((request) => request.socket.end('hello\r\n\r\n'))
    const plain = await receiver((_, response) => response.end())
    const missing = Object.assign(new Error('queryA ENOTFOUND secret-server'), { code: 'ENOTFOUND' })
    const { send } = sender({ resolve: () => Promise.reject(missing) })
    const errors = [
      [`http://127.0.0.1:${closed}/`, 'The connection was refused.'],
      [`http://127.0.0.1:${broken}/`, 'The connection was closed before an answer.'],
      [`http://127.0.0.1:${odd}/`, 'The answer was not valid HTTP.'],
      [`https://127.0.0.1:${plain}/`, 'The secure connection failed. Check the certificate of the receiver.'],
      ['http://hooks.example.com/', 'The host name was not found.'],
    ] as const
    for (const [url, error] of errors) expect(await send(call(url)), url).toEqual({ error })
  })
})

describe('the address of a name', () => {
  const REFUSED = { error: 'The host is not public, so no connection was made.' }
  const addressesOf = (answers: readonly string[][], isSandbox = false) => {
    let asked = 0
    const lookup = checkedLookup(async () => answers[asked++] ?? [], { isSandbox })
    const look = () =>
      new Promise((resolve) =>
        lookup('hooks.example.com', { all: true }, (error, found) =>
          resolve(error ? (error as { code?: string }).code : found),
        ),
      )
    return { look, asked: () => asked }
  }

  test('is resolved once for a connection: another answer later changes nothing', async () => {
    const { look, asked } = addressesOf([['93.184.215.14', '2606:2800:21f::1'], ['127.0.0.1']])
    expect(await look()).toEqual([
      { address: '93.184.215.14', family: 4 },
      { address: '2606:2800:21f::1', family: 6 },
    ])
    expect(asked()).toBe(1)
    expect(await look()).toBe('AddressRefused')
  })

  test.each([
    [['10.0.0.1']],
    [['93.184.215.14', '169.254.169.254']],
    [['2606:2800:21f::1', '::1']],
    [['::ffff:127.0.0.1']],
    [['64:ff9b::a00:1']],
    [['fe80::1']],
    [['not an address']],
  ])('%j is refused, even if only one of them is internal', async (answer) => {
    expect(await addressesOf([answer]).look()).toBe('AddressRefused')
  })

  test('is refused before a connection is made when the name is re-bound', async () => {
    let connections = 0
    const port = await receiver((request, response) => {
      connections += 1
      response.shouldKeepAlive = false
      request.resume().on('end', () => response.end())
    })
    const answers = [['127.0.0.1'], ['10.0.0.1', '127.0.0.1']]
    let asked = 0
    const resolve = async () => answers[Math.min(asked++, 1)] ?? []
    const { send } = sender({ resolve })
    const url = `http://hooks.example.com:${port}/`
    expect(await send(call(url))).toEqual({ responseStatus: 200 })
    expect(await send(call(url))).toEqual(REFUSED)
    expect([asked, connections]).toEqual([2, 1])
  })

  test('that is this machine is refused in production, in the URL and behind a name', async () => {
    const port = await receiver((_, response) => response.end())
    const { send } = sender({ isSandbox: false, resolve: async () => ['127.0.0.1'] })
    for (const host of ['127.0.0.1', '2130706433', '[::1]', 'localhost', 'hooks.example.com'])
      expect(await send(call(`https://${host}:${port}/`)), host).toEqual(REFUSED)
    await new Promise((resolve) => connect(port, '127.0.0.1').on('connect', resolve).unref())
  })

  test('keeps the name for the Host header', async () => {
    let host: string | undefined
    const port = await receiver((request, response) => {
      host = request.headers.host
      response.end()
    })
    await sender({ resolve: async () => ['127.0.0.1'] }).send(call(`http://hooks.example.com:${port}/`))
    expect(host).toBe(`hooks.example.com:${port}`)
  })
})

describe('a signature', () => {
  const id = '5c1a3f8e-2b6d-4e0f-9a57-0d6f2f6f9b11'
  const body = JSON.stringify({ type: 'contract.finalized', data: { name: 'Zoë — 1/2' } })
  const headersFor = (secrets: readonly string[], timestamp = Math.floor(Date.now() / 1_000)) => ({
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(secrets.map(signingKey), { id, timestamp, body }),
  })

  test('is accepted by the library of Standard Webhooks', () => {
    const secret = newWebhookSecret()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(new Webhook(secret).verify(body, headersFor([secret]))).toEqual(JSON.parse(body))
  })

  test('is accepted with either secret while they change', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const headers = headersFor(secrets)
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2)
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toBeTruthy()
  })

  test('is refused with another secret, another body, another id and an old time', () => {
    const secret = newWebhookSecret()
    const headers = headersFor([secret])
    const library = new Webhook(secret)
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow()
    expect(() => library.verify(`${body} `, headers)).toThrow()
    expect(() => library.verify(body, { ...headers, 'webhook-id': 'other' })).toThrow()
    expect(() => library.verify(body, headersFor([secret], Math.floor(Date.now() / 1_000) - 3_600))).toThrow()
  })
})
