// An OpenAPI document on stdin, its TypeScript on stdout. JavaScript, because nothing here is compiled.
import { json } from 'node:stream/consumers';
import openapiTS, { astToString } from 'openapi-typescript';

const types = await openapiTS(await json(process.stdin), {
  alphabetize: true,
  // What is sent may be readonly, and nobody writes into an answer.
  immutable: true,
});
process.stdout.write(astToString(types));
