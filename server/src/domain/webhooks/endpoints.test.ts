import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressKind } from './addresses.ts'
import { urlRefusal } from './endpoints.ts'

const production = { isSandbox: false }
const sandbox = { isSandbox: true }

/** Every spelling of an address that is not public, and hosts that are never on the internet. */
const forbidden = {
  loopback: [
    'https://127.0.0.1/',
    'https://127.0.0.1:8443/hook',
    'https://127.255.255.254/',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0X7F.0x0.0X0.0x1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://127.0.0.0x1/',
    'https://%31%32%37.0.0.1/',
    'https://127%2e0%2e0%2e1/',
    'https://１２７.０.０.１/',
    'https://①②⑦.0.0.1/',
    'https://127。0。0。1/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[0000:0000:0000:0000:0000:0000:0000:0001]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::FFFF:7F00:1]/',
    'https://[0:0:0:0:0:ffff:127.0.0.1]/',
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST:9000/',
    'https://LocalHost/',
    'https://api.localhost/',
    'https://a.b.LOCALHOST./',
    'https://loc%61lhost/',
    'https://ｌｏｃａｌｈｏｓｔ/',
    'https://ⓛocalhost/',
  ],
  internal: [
    'https://0.0.0.0/',
    'https://0/',
    'https://0.1.2.3/',
    'https://10.0.0.1/',
    'https://10.255.255.255/',
    'https://167772161/',
    'https://0xa000001/',
    'https://012.0.0.1/',
    'https://10.1/',
    'https://100.64.0.1/',
    'https://100.127.255.255/',
    'https://100.100.100.200/latest/meta-data/',
    'https://168.63.129.16/',
    'https://169.254.169.254/latest/meta-data/',
    'https://169.254.43518/',
    'https://0xA9FEA9FE/',
    'https://0251.0376.0251.0376/',
    'https://2852039166/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://172.1048577/',
    'https://192.0.0.8/',
    'https://192.0.2.1/',
    'https://192.88.99.1/',
    'https://192.168.0.1/',
    'https://192.168.257/',
    'https://192.168.1.1.:8443/',
    'https://0300.0250.1.1/',
    'https://198.18.0.1/',
    'https://198.19.255.255/',
    'https://198.51.100.7/',
    'https://203.0.113.9/',
    'https://224.0.0.1/',
    'https://239.255.255.250/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://4294967295/',
    'https://[::]/',
    'https://[::127.0.0.1]/',
    'https://[::10.0.0.1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[::ffff:0:10.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[64:ff9b:1::8.8.8.8]/',
    'https://[100::1]/',
    'https://[2001::1]/',
    'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'https://[2001:2::1]/',
    'https://[2001:10::1]/',
    'https://[2001:db8::1]/',
    'https://[2002:a00:1::]/',
    'https://[2002:7f00:1::1]/',
    'https://[2002:A9FE:A9FE::]/',
    'https://[2a00::5efe:10.0.0.1]/',
    'https://[2a00::200:5efe:192.168.0.1]/',
    'https://[3fff::1]/',
    'https://[5f00::1]/',
    'https://[fc00::1]/',
    'https://[fd12:3456:789a::1]/',
    'https://[fe80::1]/',
    'https://[FE80::1]/',
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://intranet/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://db.internal./',
    'https://host.localdomain/',
    'https://router.home.arpa/',
  ],
  otherwise: [
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'wss://example.com/',
    'https://',
    'https:///hook',
    'example.com/hook',
    '//example.com/hook',
    '',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://example.com@10.0.0.1/',
    'https://exam ple.com/',
    'https://example.com/\thook',
    '\nhttps://example.com/',
    'https:\\\\10.0.0.1\\',
    'https://example.com\\@10.0.0.1/',
    'https://exam\u00adple.com/',
    'https://example.com/#hook',
    'https://example.com/#',
    'https://example.com:0/',
    'https://example.com:65536/',
    'https://1.2.3.4.5/',
    'https://256.256.256.256/',
    'https://0x100000000/',
    'https://[::1/',
    'https://[1:2:3]/',
  ],
}

const allowed = [
  'https://example.com/',
  'https://example.com',
  'https://example.com:8443/hooks?tenant=1&key=a%20b',
  'https://EXAMPLE.com./hook',
  'https://hooks.dealer-systems.example/bulwark',
  'https://localhost.example.com/',
  'https://127.0.0.1.nip.io/',
  'https://internal.example.com/',
  'https://münchen.example/',
  'https://xn--mnchen-3ya.example/',
  'https://8.8.8.8/',
  'https://1.1.1.1:443/',
  'https://0x08080808/',
  'https://134744072/',
  'https://9.255.255.255/',
  'https://11.0.0.0/',
  'https://100.63.255.255/',
  'https://100.128.0.0/',
  'https://126.255.255.255/',
  'https://128.0.0.0/',
  'https://169.253.255.255/',
  'https://172.15.255.255/',
  'https://172.32.0.0/',
  'https://192.167.255.255/',
  'https://192.169.0.0/',
  'https://198.17.255.255/',
  'https://198.20.0.0/',
  'https://223.255.255.255/',
  'https://[2606:4700:4700::1111]/',
  'https://[2001:4860:4860::8888]:8443/hook',
  'https://[::ffff:8.8.8.8]/',
  'https://[64:ff9b::8.8.8.8]/',
  'https://[2002:808:808::1]/',
]

describe('a webhook in production', () => {
  test.each([...forbidden.loopback, ...forbidden.internal, ...forbidden.otherwise])(
    'is refused at %j',
    (url) => {
      expect(urlRefusal(url, production)).toMatch(/^The .*\.$/)
    },
  )

  test.each(allowed)('may be at %s', (url) => {
    expect(urlRefusal(url, production)).toBeUndefined()
  })

  test.each(['http://example.com/', 'HTTP://8.8.8.8/', 'http://localhost/'])('needs https: %s', (url) => {
    expect(urlRefusal(url, production)).toBe('The URL must begin with https://.')
  })
})

describe('a webhook in a sandbox', () => {
  test.each([...forbidden.loopback, ...allowed])('may be at %s, with and without encryption', (url) => {
    expect(urlRefusal(url, sandbox)).toBeUndefined()
    expect(urlRefusal(url.replace('https:', 'http:'), sandbox)).toBeUndefined()
  })

  test.each([...forbidden.internal, ...forbidden.otherwise])('is refused at %j', (url) => {
    expect(urlRefusal(url, sandbox)).toBeDefined()
    expect(urlRefusal(url.replace('https:', 'http:'), sandbox)).toBeDefined()
  })
})

describe('the kind of an address', () => {
  const part = fc.integer({ min: 0, max: 255 })

  test('is the same in every spelling of IPv4', () => {
    fc.assert(
      fc.property(fc.tuple(part, part, part, part), (parts) => {
        const number = parts.reduce((sum, value) => sum * 256 + value, 0)
        const plain = urlRefusal(`https://${parts.join('.')}/`, production)
        const [first, ...rest] = parts
        const short = `${first}.${rest.reduce((sum, value) => sum * 256 + value, 0)}`
        const spellings = [
          ...[String(number), `0x${number.toString(16)}`, `0${number.toString(8)}`, short],
          parts.map((value) => `0x${value.toString(16)}`).join('.'),
          parts.map((value) => `0${value.toString(8)}`).join('.'),
          `[::ffff:${parts.join('.')}]`,
          `[64:ff9b::${parts.join('.')}]`,
        ]
        for (const host of spellings) expect(urlRefusal(`https://${host}/`, production), host).toBe(plain)
      }),
    )
  })

  test('is never public without being an address', () => {
    for (const text of [
      '',
      '1.2.3',
      '1.2.3.4.5',
      '01.2.3.4',
      '1.2.3.256',
      'g::1',
      '1::2::3',
      '1:2:3:4:5:6:7',
      ':::',
    ])
      expect(addressKind(text), text).toBe('Internal')
  })

  test.each([
    ['2001:1ff::1', 'Internal'],
    ['2001:200::1', 'Public'],
    ['2001:db7:ffff::1', 'Public'],
    ['2001:db9::', 'Public'],
    ['1fff::1', 'Internal'],
    ['3ffe::1', 'Public'],
    ['4000::1', 'Internal'],
    ['::2', 'Internal'],
    ['0:0:0:0:0:0:0:1', 'Loopback'],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(address)).toBe(kind)
  })
})
