// The service with short times for webhooks, so that hours of retries pass in seconds. Nothing in the service itself can be
// switched to do this.
const { deliveryTimes } = await import('../../../dist/domain/webhooks/retries.js')
deliveryTimes.answerMilliseconds = 300
deliveryTimes.retryMilliseconds = Array.from({ length: 30 }, () => 300)
const { main } = await import('../../../dist/main.js')
await main()
