import { Rooms } from './rooms.tsx';

export default () => <Rooms look="plain" fitted />;
