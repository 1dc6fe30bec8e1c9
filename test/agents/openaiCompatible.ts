/** The configuration of OpenCode and its derivatives: it uses our model and asks before each action. */
export const openaiCompatible = (model: string): string =>
  JSON.stringify({
    model: 'scripted/scripted',
    small_model: 'scripted/scripted',
    autoupdate: false,
    share: 'disabled',
    permission: { edit: 'ask', bash: 'ask' },
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL: `${model}/v1`, apiKey: 'x' },
        models: {
          scripted: {
            name: 'Scripted',
            tool_call: true,
            attachment: true,
            modalities: { input: ['text', 'image'], output: ['text'] },
            limit: { context: 200_000, output: 8_000 },
          },
        },
      },
    },
  });
