export default function App() {
  return (
    <Card title="Haircut booking" description="Salon Marta, Tuesday to Saturday">
      <Input label="Name" placeholder="Your name" required />
      <Input label="Phone" type="tel" placeholder="+351 …" />
      <Row gap="md" wrap>
        <Input label="Day" type="date" />
        <Input label="Time" type="time" />
      </Row>
      <Choice label="Service" kind="radio" options={["Cut", "Cut and wash", "Colour"]} defaultValue="Cut" />
      <Choice label="Stylist" kind="select" options={["Anyone", "Inês", "Rui"]} />
      <Textarea label="Notes" placeholder="Anything we should know?" />
      <Switch label="Remind me the day before" defaultChecked />
      <Row gap="sm" wrap>
        <Button action="Book">Book</Button>
        <Button action="Cancel" variant="outline">Cancel</Button>
      </Row>
    </Card>
  );
}
