export default {
  bulwark: {
    input: '../../openapi.json',
    output: { target: 'made/orval.ts', client: 'fetch', mode: 'single' },
  },
}
