import { Button } from '../components/button.tsx';
import { ANSWERS } from '../state/morning-answers.ts';
import { morningQuestion as text } from '../text/en/morning-question.ts';
import type { Act } from './act-dialog.tsx';
import type { StationBoard } from './api.ts';

export function MorningQuestions({
  questions,
  onAct,
}: {
  readonly questions: StationBoard['morningQuestions'];
  readonly onAct: (act: Act) => void;
}) {
  if (questions.length === 0) return null;
  return (
    <>
      <h3 class="quiet-heading">{text.title}</h3>
      <ul class="device-alerts">
        {questions.map((question) => (
          <li key={question.id}>
            <p id={`question-${question.id}`}>{text.sentence(question)}</p>
            {ANSWERS.map((answer) => (
              <Button
                key={answer}
                kind="quiet"
                describedBy={`question-${question.id}`}
                onPress={() =>
                  onAct({
                    kind: 'answer',
                    questionId: question.id,
                    patientName: question.patientName,
                    answer,
                  })
                }
              >
                {text.answers[answer]}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
