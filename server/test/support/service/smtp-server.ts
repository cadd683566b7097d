import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { SmtpSettings } from '../../../src/events/mail/smtp.ts'

/** What the server does with a mail. `forget`: it takes the mail and dies before it says so. */
export type Behavior = 'accept' | 'refuse' | 'hang' | 'die' | 'forget'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** The message as it was sent, with unfolded headers. */
  readonly headers: string
  readonly content: string
  readonly messageId: string
}

/** A small mail server on loopback that keeps what it gets, and behaves as it is told for each mail. */
export async function startSmtpServer(behave: (mail: number) => Behavior = () => 'accept') {
  const received: ReceivedMail[] = []
  let mails = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.setEncoding('utf8')
    socket.write('220 test\r\n')
    let buffer = ''
    let envelope = { from: '', to: [] as string[] }
    let behavior: Behavior = 'accept'
    let isData = false
    socket.on('data', (piece: string) => {
      buffer += piece
      for (;;) {
        const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const text = buffer.slice(0, end)
        buffer = buffer.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          take(text, envelope, behavior, socket)
          continue
        }
        const word = text.slice(0, 4).toUpperCase()
        if (word === 'MAIL') {
          behavior = behave(mails)
          mails += 1
          envelope = { from: between(text), to: [] }
          if (behavior === 'hang') return
          if (behavior === 'die') return void socket.destroy()
          socket.write('250 OK\r\n')
        } else if (word === 'RCPT') {
          envelope.to.push(between(text))
          socket.write(behavior === 'refuse' ? '451 Try again later\r\n' : '250 OK\r\n')
        } else if (word === 'DATA') {
          isData = true
          socket.write('354 Go on\r\n')
        } else if (word === 'QUIT') socket.end('221 Bye\r\n')
        else socket.write('250 OK\r\n')
      }
    })
  })
  function take(text: string, envelope: { from: string; to: string[] }, behavior: Behavior, socket: Socket) {
    const [head = '', ...rest] = text.split('\r\n\r\n')
    const headers = head.replaceAll(/\r\n[ \t]+/g, ' ')
    const messageId = /^Message-ID: (.*)$/im.exec(headers)?.[1] ?? ''
    received.push({ ...envelope, headers, content: rest.join('\r\n\r\n'), messageId })
    if (behavior === 'forget') socket.destroy()
    else socket.write('250 Taken\r\n')
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const settings: SmtpSettings = {
    ...{ host: '127.0.0.1', port: (server.address() as AddressInfo).port, isTls: false, isLocal: true },
    ...{ user: undefined, password: undefined, from: 'no-reply@summit.example' },
  }
  return { received, settings, close: () => new Promise((resolve) => server.close(resolve)) }
}

const between = (text: string) => /<(.*)>/.exec(text)?.[1] ?? ''
